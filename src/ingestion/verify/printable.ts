const MOST_WORDS = 200;
const PLAIN_WORDS = /^[\x20-\x7e]{0,200}$/;
/**
 * Controls, including NUL, which PostgreSQL text cannot hold, and characters that change the direction or
 * line of text.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A tracer's error text, made fit for a text column and a log line. */
export function printable(words: string): string {
  if (PLAIN_WORDS.test(words)) return words;
  // The text, or its cut end, may hold half a surrogate pair, which UTF-8 cannot encode.
  return Buffer.from(words.replace(UNPRINTABLE, '').slice(0, MOST_WORDS)).toString();
}
