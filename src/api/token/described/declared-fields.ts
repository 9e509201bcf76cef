import { chainText } from '../../../domain/chain/codec/chain-text.js';

/** A token's own declarations; texts as `0x` hex, null where none is known. */
export interface Declared {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
}

/** The fields of a record for them. */
export function declaredFields({ symbol, name, decimals }: Declared) {
  return {
    symbol: symbol === null ? undefined : chainText(symbol),
    name: name === null ? undefined : chainText(name),
    decimals: decimals ?? undefined,
  };
}
