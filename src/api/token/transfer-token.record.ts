import { chainText } from '../../kernel/chain/chain-text.js';
import type { TokenStandard } from '../../kernel/token/token-standard.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { TransferTokenDto } from './transfer-token.dto.js';

/** A token with what it declares of itself; texts as `0x` hex, null when none is known. */
interface DeclaringToken {
  readonly token: string;
  readonly standard?: TokenStandard;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
}

/** The record of the token of a transfer. */
export function transferTokenRecord(row: DeclaringToken): TransferTokenDto {
  const { token, standard, symbol, name, decimals } = row;
  return {
    address: token,
    ...(standard && { standard }),
    ...orAbsent('symbol', symbol && chainText(symbol)),
    ...orAbsent('name', name && chainText(name)),
    ...orAbsent('decimals', decimals),
  };
}
