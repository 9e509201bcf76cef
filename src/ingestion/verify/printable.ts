const MOST_WORDS = 200;
const PLAIN_WORDS = /^[\x20-\x7e]{0,200}$/;
/** Controls, among them NUL, which no text column takes, and what changes the direction or line of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A tracer's words, fit for a column of text and a line of a log. */
export function printable(words: string): string {
  if (PLAIN_WORDS.test(words)) return words;
  // The words, or their cut end, may hold half a surrogate pair, which UTF-8 cannot.
  return Buffer.from(words.replace(UNPRINTABLE, '').slice(0, MOST_WORDS)).toString();
}
