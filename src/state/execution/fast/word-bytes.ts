const WORD = 32;
const MASK_64 = (1n << 64n) - 1n;

/** The word that begins at a position of the bytes, of which only the first `length` count; behind their end are zeros. */
export function wordAt(bytes: Uint8Array, at: number, length = WORD): bigint {
  const end = Math.min(at + length, bytes.length);
  if (end <= at) return 0n;
  let text = '0x';
  for (let i = at; i < end; i++) text += HEX[bytes[i]!];
  const missing = WORD - (end - at);
  const word = BigInt(text);
  return missing === 0 ? word : word << BigInt(8 * missing);
}

/** The word at a position of a view that has 32 bytes from there. */
export function readWord(view: DataView, at: number): bigint {
  const low = view.getBigUint64(at + 24);
  const third = view.getBigUint64(at + 16);
  const second = view.getBigUint64(at + 8);
  const first = view.getBigUint64(at);
  if (first === 0n && second === 0n) return third === 0n ? low : (third << 64n) | low;
  return (((first << 64n) | second) << 128n) | (third << 64n) | low;
}

/** Writes a word at a position of a view that has 32 bytes from there. */
export function writeWord(view: DataView, at: number, word: bigint): void {
  view.setBigUint64(at + 24, word & MASK_64);
  const high = word >> 64n;
  view.setBigUint64(at + 16, high & MASK_64);
  view.setBigUint64(at + 8, (high >> 64n) & MASK_64);
  view.setBigUint64(at, high >> 128n);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
