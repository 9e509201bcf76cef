/**
 * Everything that does not show as itself: control characters, joiners and bidi marks, line separators, unassigned
 * and private characters, lone surrogates, and the backslash that announces all of them.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\\]/gu;

/** Text that a terminal may show: one line, left to right, whatever an attacker put into it. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    if (character === '\\') return '\\\\';
    return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
  });
}
