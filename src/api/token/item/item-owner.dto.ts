import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ExecutedDto } from '../../contract/executed/executed.dto.js';
import { AddressField, AmountField, ChainIdField, HashField, LongField } from '../../http/record/field.js';

@ApiSchema({ name: 'ItemOwner', description: 'The owner that an ERC-721 contract names of one item.' })
export class ItemOwnerDto extends ExecutedDto {
  @ChainIdField('Always 1.')
  readonly chainId!: typeof CHAIN_ID;

  @AddressField('The contract.')
  readonly token!: Address;

  @AmountField('The item.')
  readonly itemId!: string;

  @AddressField('Its owner.', 'the contract names none: an item that does not exist has none')
  readonly owner?: Address;

  @LongField('Block at whose end it is.')
  readonly blockNumber!: number;

  @HashField('Its hash.')
  readonly blockHash!: string;
}
