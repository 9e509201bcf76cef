/** 2^256 has 78 digits. */
const NUMBER = /^([0-9]{1,78}|0x[0-9a-f]{1,64})$/;

/** A whole number in decimal, or a word; undefined for any other text. */
export function wholeNumber(text: string): bigint | undefined {
  return NUMBER.test(text) ? BigInt(text) : undefined;
}
