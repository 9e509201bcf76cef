import { fromHex } from '../../domain/chain/codec/hex.js';
/** The bytes of a chain text given as `0x` hex; undefined when it is not hex. */
export function bytesOfText(hex: string): Buffer | undefined {
  if (!hex.startsWith('0x') || hex.length % 2 !== 0) return undefined;
  const bytes = fromHex(hex);
  return bytes.length === hex.length / 2 - 1 ? bytes : undefined;
}
