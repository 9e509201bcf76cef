import type { TokenStandard } from '../../domain/token/token-standard.js';
import { type Declared, declaredFields } from './declared-fields.js';
import type { TransferTokenDto } from './transfer-token.dto.js';

/** The record of a token that something is listed of. */
export function transferTokenRecord(
  address: string,
  { standard, ...declared }: Declared & { readonly standard?: TokenStandard },
): TransferTokenDto {
  return { address, ...(standard && { standard }), ...declaredFields(declared) };
}
