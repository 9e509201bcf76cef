const WORD = 32;
const SELECTOR = 4;
/** `Error(string)` */
const ERROR = 0x08c379a0;
/** `Panic(uint256)` */
const PANIC = 0x4e487b71;
const MAX_TEXT = 1_024;

/** What panic codes mean, by Solidity. */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'assertion failed'],
  [0x11n, 'arithmetic overflow or underflow'],
  [0x12n, 'division by zero'],
  [0x21n, 'value is not in the enumeration'],
  [0x22n, 'storage byte array is encoded wrongly'],
  [0x31n, 'pop from an empty array'],
  [0x32n, 'array index out of bounds'],
  [0x41n, 'too much memory'],
  [0x51n, 'call of an internal function that is not set'],
]);

/** The text of a revert by `Error(string)` or `Panic(uint256)`; undefined for all else, and for text that is no UTF-8. */
export function revertReason(output: Uint8Array): string | undefined {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.length);
  if (bytes.length < SELECTOR + WORD) return undefined;
  const selector = bytes.readUInt32BE(0);
  const args = bytes.subarray(SELECTOR);
  if (selector === PANIC && args.length === WORD) {
    const code = wordAt(args, 0);
    return `Panic 0x${code.toString(16).padStart(2, '0')}${PANICS.has(code) ? `: ${PANICS.get(code)}` : ''}`;
  }
  if (selector !== ERROR || args.length < 2 * WORD || wordAt(args, 0) !== BigInt(WORD)) return undefined;
  const length = wordAt(args, WORD);
  if (length > MAX_TEXT || Number(length) > args.length - 2 * WORD) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      args.subarray(2 * WORD, 2 * WORD + Number(length)),
    );
  } catch {
    return undefined;
  }
}

const wordAt = (bytes: Buffer, at: number): bigint => BigInt(`0x${bytes.toString('hex', at, at + WORD)}`);
