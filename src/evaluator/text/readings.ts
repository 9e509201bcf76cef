import { plain, utf8Text } from './plain-text.js';

/** Text reversed by a direction override, up to the character that ends the override. */
const OVERRIDDEN = /\u202e([^\u202c\u2028\u2029\n\r]*)/gu;
/** All but letters and digits, at either end. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** A file extension, or the last label of a domain name. */
const ENDING = /\.[A-Za-z0-9]{1,10}$/;

/**
 * The plain forms of a text, each once: as it is, and without decoration. Decoration is removed in this
 * order: reversed text is put into the order in which it is seen, everything but letters and digits is cut at
 * either end, then an ending such as `.png`.
 */
export function readings(bytes: Uint8Array): readonly string[] {
  const text = utf8Text(bytes);
  if (text === undefined) return [];
  const seen = text.replace(OVERRIDDEN, (_, turned: string) => [...turned].reverse().join(''));
  // Signs may replace letters, as in USD₮, or surround a name. So they are cut both before and after the text
  // becomes plain.
  const plains = [text, seen].flatMap((shown) => [plain(shown) ?? '', plain(trimmed(shown)) ?? '']);
  const undecorated = plains.flatMap((one) => [trimmed(one), trimmed(trimmed(one).replace(ENDING, ''))]);
  return [...new Set([...plains, ...undecorated])].filter((one) => one !== '');
}

const trimmed = (text: string): string => text.replace(EDGES, '');
