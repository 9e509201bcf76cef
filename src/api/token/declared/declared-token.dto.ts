import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import type { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ExecutedDto } from '../../contract/executed/executed.dto.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  CountField,
  HashField,
  LongField,
  RecordField,
  TextField,
} from '../../http/record/field.js';

@ApiSchema({ name: 'DeclaredText', description: 'A text that a contract declares.' })
export class DeclaredTextDto extends ExecutedDto {
  @TextField('The text, verbatim: a claim, not an identity.', 'the contract declares none')
  readonly text?: string;
}

@ApiSchema({ name: 'DeclaredDecimals', description: 'The decimals that a contract declares.' })
export class DeclaredDecimalsDto extends ExecutedDto {
  @CountField('The number, at most 255.', 'the contract declares none; never assume 18')
  readonly count?: number;
}

@ApiSchema({ name: 'DeclaredSupply', description: 'The total supply that a contract declares.' })
export class DeclaredSupplyDto extends ExecutedDto {
  @AmountField('Amount in the smallest unit.', 'the contract declares none')
  readonly amount?: string;
}

@ApiSchema({
  name: 'DeclaredToken',
  description: 'What a contract declares of itself as a token at one block.',
})
export class DeclaredTokenDto {
  @ChainIdField('Always 1.')
  readonly chainId!: typeof CHAIN_ID;

  @AddressField('The contract.')
  readonly address!: Address;

  @LongField('Block at whose end it declares this.')
  readonly blockNumber!: number;

  @HashField('Its hash.')
  readonly blockHash!: string;

  @RecordField(() => DeclaredTextDto, 'Its answer to `name()`.')
  readonly name!: DeclaredTextDto;

  @RecordField(() => DeclaredTextDto, 'Its answer to `symbol()`.')
  readonly symbol!: DeclaredTextDto;

  @RecordField(() => DeclaredDecimalsDto, 'Its answer to `decimals()`.')
  readonly decimals!: DeclaredDecimalsDto;

  @RecordField(() => DeclaredSupplyDto, 'Its answer to `totalSupply()`.')
  readonly totalSupply!: DeclaredSupplyDto;
}
