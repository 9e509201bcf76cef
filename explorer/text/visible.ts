/** Controls, marks of direction, joiners, fillers and private use: they change what is read, and nobody sees them. */
const INVISIBLE = new RegExp(
  [
    '\\p{Cc}|\\p{Cf}|\\p{Co}|\\p{Cs}|\\p{Zl}|\\p{Zp}|\\p{Variation_Selector}',
    '[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0]',
  ].join('|'),
  'gu',
);

/** Text of the chain for display: what cannot be seen is written `\u…`, and a long text is cut. */
export function visible(text: string, longest = 80): string {
  const written = [...text.slice(0, 4 * longest)].slice(0, longest).join('');
  const shown = written.replace(INVISIBLE, (character) => {
    const point = character.codePointAt(0)!.toString(16);
    return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, '0')}`;
  });
  return written.length < text.length ? `${shown}…` : shown;
}
