import { CONFUSABLES } from './confusables.js';
import { withSignsForLater } from './later-characters.js';

/** Invisible characters: ignorable and control characters, blanks, and marks on other characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}]/gu;
const ASCII = /^[\x21-\x7e]*$/;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `plain` of decoded bytes; undefined for invalid UTF-8, too. */
export function plainText(bytes: Uint8Array): string | undefined {
  const text = utf8Text(bytes);
  return text === undefined ? undefined : plain(text);
}

/**
 * A text reduced to what can be seen of it, in ASCII: compatibility forms resolved (NFKC), then marks and what is invisible removed and
 * characters that look like ASCII ones replaced by them, letter case kept. Undefined when something else is left.
 */
export function plain(text: string): string | undefined {
  if (ASCII.test(text)) return text;
  let reduced = '';
  // Decomposed, so that marks that were composed with their letter fall off too.
  for (const character of text.normalize('NFKC').normalize('NFD').replace(UNSEEN, ''))
    reduced += CONFUSABLES.get(character) ?? character;
  return ASCII.test(reduced) ? reduced : undefined;
}

/** Undefined for invalid UTF-8. What Unicode has assigned only lately is replaced. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return withSignsForLater(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
