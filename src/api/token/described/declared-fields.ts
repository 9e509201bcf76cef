import { chainText } from '../../../domain/chain/codec/chain-text.js';

/** What a token declares: texts as `0x` hex, null if none is known. */
export interface Declared {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
}

/** The fields of a record for a declaration. */
export function declaredFields({ symbol, name, decimals }: Declared) {
  return {
    symbol: symbol === null ? undefined : chainText(symbol),
    name: name === null ? undefined : chainText(name),
    decimals: decimals ?? undefined,
  };
}
