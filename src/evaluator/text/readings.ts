import { plain, utf8Text } from './plain-text.js';

/** Text reversed by a direction override, up to the character that ends it. */
const OVERRIDDEN = /\u202e([^\u202c\u2028\u2029\n\r]*)/gu;
/** All but letters and digits, at either end. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** The ending of a file or of a name of the web. */
const ENDING = /\.[A-Za-z0-9]{1,10}$/;

/**
 * The plain readings of a text, each once: as it is, and without decoration. Decoration goes in this order: reversed text is put in the
 * order in which it is seen, all but letters and digits at either end are removed, then an ending such as `.png`.
 */
export function readings(bytes: Uint8Array): readonly string[] {
  const text = utf8Text(bytes);
  if (text === undefined) return [];
  const seen = text.replace(OVERRIDDEN, (_, turned: string) => [...turned].reverse().join(''));
  // Signs may replace letters, as in USD₮, or hide them: they are removed both before and after the text is made plain.
  const plains = [text, seen].flatMap((shown) => [plain(shown) ?? '', plain(trimmed(shown)) ?? '']);
  const undecorated = plains.flatMap((one) => [trimmed(one), trimmed(trimmed(one).replace(ENDING, ''))]);
  return [...new Set([...plains, ...undecorated])].filter((one) => one !== '');
}

const trimmed = (text: string): string => text.replace(EDGES, '');
