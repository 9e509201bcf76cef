import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { TOKEN_STANDARDS, type TokenStandard } from '../../domain/token/token-standard.js';
import type { TokenRow } from '../../projection/token/token.reader.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  CountField,
  LongField,
  TextField,
} from '../http/record/field.js';
import { declaredFields } from './described/declared-fields.js';

@ApiSchema({ name: 'Token', description: 'A token contract as it was observed and as it declares itself.' })
export class TokenDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: Address;

  @ChoiceField(TOKEN_STANDARDS, 'Standard of its transfer events, whatever the contract declares.')
  readonly standard!: TokenStandard;

  @LongField('Transfer events of all time; a batch is one.')
  readonly transferCount!: number;

  @TextField('Its own symbol, verbatim: a claim, not an identity.', 'none is known')
  readonly symbol?: string | undefined;

  @TextField('Its own name, verbatim: a claim, not an identity.', 'none is known')
  readonly name?: string | undefined;

  @CountField('Decimals it declares.', 'none are known; never assume 18')
  readonly decimals?: number | undefined;

  @LongField(
    'Addresses that ever held the token, by its transfers; not the number of current holders.',
    'not known',
  )
  readonly holderCount?: number;
}

/** The record of a token. */
export function tokenRecord(address: Address, row: TokenRow): TokenDto {
  return {
    chainId: CHAIN_ID,
    address,
    standard: row.standard,
    transferCount: row.transfers,
    ...declaredFields(row),
    holderCount: row.holdersEver,
  };
}
