import { chainText } from '../../../domain/chain/codec/chain-text.js';
import { orAbsent } from '../../http/record/or-absent.js';

/** A token's own declarations; texts as `0x` hex, null where none is known. */
export interface Declared {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
}

/** The fields of a record for them. */
export function declaredFields({ symbol, name, decimals }: Declared) {
  return {
    ...orAbsent('symbol', symbol && chainText(symbol)),
    ...orAbsent('name', name && chainText(name)),
    ...orAbsent('decimals', decimals),
  };
}
