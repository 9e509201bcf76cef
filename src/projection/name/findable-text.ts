/** Where a text comes from: the name shown, or a token's declaration. */
export type MatchedOn = 'name' | 'token_symbol' | 'token_name';

/** How closely a text matches, best first. */
export const CLOSENESS = ['exact', 'prefix', 'substring', 'address_fragment'] as const;
export type Closeness = (typeof CLOSENESS)[number];

/** Twelve hex digits in a row: such texts imitate addresses. */
const HEX_RUN = /[0-9a-f]{12}/;

/** A text in the form in which texts are compared: ASCII letters in lower case, everything else as it is. */
export function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** Characters of a text, counted as code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

export const carriesHex = (foldedText: string): boolean => HEX_RUN.test(foldedText);

/** How closely a folded text matches a folded query; undefined where it does not contain the query. */
export function closenessOf(query: string, text: string, matchedOn: MatchedOn): Closeness | undefined {
  const at = text.indexOf(query);
  if (at < 0) return undefined;
  // A token's name that equals the query counts only as one that begins with it.
  if (text === query && matchedOn !== 'token_name') return 'exact';
  if (carriesHex(text)) return 'address_fragment';
  return at === 0 ? 'prefix' : 'substring';
}
