const TWO_64 = 1n << 64n;
const words = new BigUint64Array(6);
/** The same memory as `words`, least significant half first. */
const halves = new Uint32Array(words.buffer);
const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
if (!LITTLE_ENDIAN) throw new Error('the numeric encoder needs a little-endian machine');

/**
 * Writes the base-10000 digits of a number from 0 to 2^384 - 1, which the sum of any amounts stays below, into `digits`, least significant
 * first; an array of 29 always suffices. Returns how many there are, 0 for zero.
 *
 * Split by hand because amounts are most of what is written: dividing halves of 32 bits as plain numbers takes a third
 * of the time of dividing the bigint.
 * @throws RangeError for a negative number or one beyond 2^384 - 1.
 */
export function numericDigits(value: bigint, digits: Uint16Array): number {
  if (value < 0n) throw new RangeError(`an amount cannot be negative: ${value}`);
  return value < TWO_64 ? digitsOfOneWord(value, digits) : digitsOfWords(value, digits);
}

function digitsOfOneWord(value: bigint, digits: Uint16Array): number {
  words[0] = value;
  let low = halves[0]!;
  let high = halves[1]!;
  let count = 0;
  while (high >= 0x20_0000) {
    const quotient = Math.floor(high / 10_000);
    const carried = (high - quotient * 10_000) * 0x1_0000_0000 + low;
    low = Math.floor(carried / 10_000);
    high = quotient;
    digits[count++] = carried - low * 10_000;
  }
  // Below 2^53, where a plain number is exact.
  let rest = high * 0x1_0000_0000 + low;
  while (rest > 0) {
    const quotient = Math.floor(rest / 10_000);
    digits[count++] = rest - quotient * 10_000;
    rest = quotient;
  }
  return count;
}

function digitsOfWords(value: bigint, digits: Uint16Array): number {
  let rest = value;
  for (let i = 0; i < words.length; i++) {
    words[i] = rest;
    rest >>= 64n;
  }
  if (rest !== 0n) throw new RangeError(`an amount cannot exceed 2^384 - 1: ${value}`);
  let size = halves.length;
  let count = 0;
  for (;;) {
    while (size > 0 && halves[size - 1] === 0) size--;
    if (size === 0) return count;
    let remainder = 0;
    for (let i = size - 1; i >= 0; i--) {
      const part = remainder * 0x1_0000_0000 + halves[i]!;
      const quotient = Math.floor(part / 10_000);
      halves[i] = quotient;
      remainder = part - quotient * 10_000;
    }
    digits[count++] = remainder;
  }
}
