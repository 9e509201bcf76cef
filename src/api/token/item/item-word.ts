const WORD_DIGITS = 64;

/** An id in decimal digits as a word of call data: hex without `0x`. */
export function itemWord(itemId: string): string {
  return BigInt(itemId).toString(16).padStart(WORD_DIGITS, '0');
}
