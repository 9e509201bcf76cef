import { CONFUSABLES } from './confusables.js';
import { withSignsForLater } from './later-characters.js';

/** Invisible characters: ignorable and control characters, blanks, and marks on other characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}]/gu;
const ASCII = /^[\x21-\x7e]*$/;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `plain` of the decoded bytes; undefined for invalid UTF-8 as well. */
export function plainText(bytes: Uint8Array): string | undefined {
  const text = utf8Text(bytes);
  return text === undefined ? undefined : plain(text);
}

/**
 * Reduces a text to what can be seen of it, in ASCII. Compatibility forms are resolved (NFKC), marks and
 * invisible characters removed, and characters that look like ASCII ones replaced by these. Letter case is
 * kept. Undefined when other characters remain.
 */
export function plain(text: string): string | undefined {
  if (ASCII.test(text)) return text;
  // Before NFKC as well, which writes a letter in parentheses as three characters.
  const resolved = likeAscii(text).normalize('NFKC');
  // Decomposed, so that marks that were composed with a letter are removed too.
  const reduced = likeAscii(resolved.normalize('NFD').replace(UNSEEN, ''));
  return ASCII.test(reduced) ? reduced : undefined;
}

/** Replaces characters that look like ASCII ones. */
export function likeAscii(text: string): string {
  let like = '';
  for (const character of text) like += CONFUSABLES.get(character) ?? character;
  return like;
}

/** Decodes UTF-8; undefined if it is invalid. Characters newer than Unicode 15.1 become signs. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return withSignsForLater(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
