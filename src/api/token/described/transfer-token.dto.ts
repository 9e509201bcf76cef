import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import { TOKEN_STANDARDS, type TokenStandard } from '../../../domain/token/token-standard.js';
import { AddressField, ChoiceField, CountField, TextField } from '../../http/record/field.js';
import { type Declared, declaredFields } from './declared-fields.js';

@ApiSchema({ name: 'TransferToken', description: 'The token of a transfer.' })
export class TransferTokenDto {
  @AddressField('Contract of the token.')
  readonly address!: Address;

  @ChoiceField(TOKEN_STANDARDS, 'Standard that its events show.', 'its events do not show one')
  readonly standard?: TokenStandard | undefined;

  @TextField('Its own symbol, verbatim: a claim, not an identity.', 'none is known')
  readonly symbol?: string | undefined;

  @TextField('Its own name, verbatim: a claim, not an identity.', 'none is known')
  readonly name?: string | undefined;

  @CountField('Decimals it declares.', 'none are known; never assume 18')
  readonly decimals?: number | undefined;
}

/** The record of a token in a list of transfers. */
export function transferTokenRecord(
  address: Address,
  token: Declared & { readonly standard: TokenStandard | undefined },
): TransferTokenDto {
  return { address, standard: token.standard, ...declaredFields(token) };
}
