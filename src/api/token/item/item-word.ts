const WORD_DIGITS = 64;

/** An id in decimal digits as an argument of a call: hex without `0x`. */
export function itemWord(itemId: string): string {
  return BigInt(itemId).toString(16).padStart(WORD_DIGITS, '0');
}
