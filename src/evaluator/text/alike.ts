/** Lookalikes of each character, besides its other case. `L` is not read as `i`, nor `i` as `l`. */
const READ_AS: Readonly<Record<string, string>> = {
  i: 'l1|',
  l: 'I1|',
  '1': 'lI|',
  o: '0',
  '0': 'oO',
  s: '$',
};

/**
 * Whether a plain text can be taken for another: it has the same length, and each character equals or
 * resembles the other's.
 */
export function isAlike(text: string, original: string): boolean {
  if (text.length !== original.length) return false;
  for (let at = 0; at < text.length; at++) if (!isReadAs(text[at]!, original[at]!)) return false;
  return true;
}

function isReadAs(character: string, original: string): boolean {
  if (character === original) return true;
  const small = original.toLowerCase();
  return character.toLowerCase() === small || (READ_AS[small]?.includes(character) ?? false);
}
