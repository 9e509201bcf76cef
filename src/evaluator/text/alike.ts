/** Lookalikes of each character, besides its other case. `L` is not read as `i`, nor `i` as `l`. */
const READ_AS: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  e: '3',
  g: '69',
  i: 'l1|!',
  l: 'I1|',
  o: '0',
  s: '$5',
  t: '7+',
  z: '2',
  '0': 'oO',
  '1': 'lI|',
  '8': 'B',
};

/** Characters that are drawn like one, side by side. */
const SHAPED_AS: readonly (readonly [several: RegExp, one: string])[] = [
  [/vv/gi, 'w'],
  [/\\\/\\\/|\/\\\/\\/g, 'w'],
  [/\/\\/g, 'a'],
  [/\\\//g, 'v'],
  [/rn/g, 'm'],
  [/cl/g, 'd'],
];

/** A plain text, and also with several characters that are drawn like one as this one. */
export function shapesOf(text: string): readonly string[] {
  const shaped = SHAPED_AS.reduce((so, [several, one]) => so.replace(several, one), text);
  return shaped === text ? [text] : [text, shaped];
}

/**
 * Whether a text can be taken for another, given the shapes of both: it is as long, and each character equals
 * or resembles the other's.
 */
export function isAlike(texts: readonly string[], originals: readonly string[]): boolean {
  return texts.some((text) => originals.some((original) => isReadAs(text, original)));
}

function isReadAs(text: string, original: string): boolean {
  if (text.length !== original.length) return false;
  for (let at = 0; at < text.length; at++) if (!isCharacterReadAs(text[at]!, original[at]!)) return false;
  return true;
}

function isCharacterReadAs(character: string, original: string): boolean {
  if (character === original) return true;
  const small = original.toLowerCase();
  return character.toLowerCase() === small || (READ_AS[small]?.includes(character) ?? false);
}
