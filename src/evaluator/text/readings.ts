import { likeAscii, plain, utf8Text } from './plain-text.js';

/** Text reversed by a direction override, up to the character that ends the override. */
const OVERRIDDEN = /\u202e([^\u202c\u2028\u2029\n\r]*)/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** A file extension, or the last label of a domain name. */
const ENDING = /\.[A-Za-z0-9]{1,10}$/;
const BLANK = /[\p{Z}\s]/u;
/** What parts words. */
const BREAKS = /[\p{Z}\p{Cc}\p{P}|<>~=+]+/u;
/** As many groups of words are compared as the square of this is. */
const MAX_WORDS = 16;

/**
 * The plain forms of a text, each once: as it is, and without decoration. Decoration is removed in this
 * order: reversed text is put into the order in which it is seen, everything but letters and digits is cut at
 * either end, then an ending such as `.png`.
 */
export function readings(bytes: Uint8Array): readonly string[] {
  const text = utf8Text(bytes);
  if (text === undefined) return [];
  const found = [text, turned(text)].flatMap(formsOf).flatMap((form) => {
    const plainForm = plain(form) ?? '';
    const undecorated = trimmed(plainForm);
    const withoutEnding = hasEnding(form) ? trimmed(undecorated.replace(ENDING, '')) : undecorated;
    return [plainForm, undecorated, withoutEnding];
  });
  return [...new Set(found)].filter((one) => one !== '');
}

/**
 * Signs may be letters, as in USD₮ and in 🆄🆂🅳🅲, or surround a name. So they are cut before and after they are
 * read as letters, and after the text becomes plain.
 */
function formsOf(shown: string): string[] {
  return [shown, trimmed(shown), trimmed(likeAscii(shown))];
}

/** Whether one word follows the last dot. `ether.fi ETH` has no ending. */
function hasEnding(text: string): boolean {
  const shown = trimmed(text.normalize('NFKC'));
  return !BLANK.test(shown.slice(shown.lastIndexOf('.') + 1).trim());
}

/**
 * The plain words of a text, in the order in which they are seen. None if one is not ASCII, or if there are
 * more than `MAX_WORDS`.
 */
export function wordsOf(bytes: Uint8Array): readonly string[] {
  const words = turned(utf8Text(bytes) ?? '')
    .split(BREAKS)
    .map((word) => plain(word) ?? (trimmed(word) === '' ? '' : undefined))
    .filter((word) => word !== '');
  return words.length <= MAX_WORDS && words.every((word) => word !== undefined) ? words : [];
}

function turned(text: string): string {
  return text.replace(OVERRIDDEN, (_, part: string) => [...part].reverse().join(''));
}

/** Without all but letters and digits at either end. Takes linear time, where a pattern with `$` does not. */
function trimmed(text: string): string {
  const characters = [...text];
  const isKept = (character: string) => LETTER_OR_DIGIT.test(character);
  const first = characters.findIndex(isKept);
  return first < 0 ? '' : characters.slice(first, characters.findLastIndex(isKept) + 1).join('');
}
