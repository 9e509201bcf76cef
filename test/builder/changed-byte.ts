import type { Prng } from '../simulation/prng.js';

/** A text with one byte changed, and where. */
export interface ChangedByte {
  readonly text: string;
  readonly at: number;
  /** Keys from the outermost object down to the value or key that holds the byte. */
  readonly path: readonly string[];
}

const HEX = '0123456789abcdef';

/** Changes one byte of canonical JSON. A hex digit mostly becomes another one, which keeps the form; other changes are to any byte. */
export function changeByte(text: string, random: Prng): ChangedByte {
  const at = random.between(0, text.length - 1);
  const isDigit = HEX.includes(text[at]!);
  let byte: string;
  do
    byte =
      isDigit && random.chance(0.9) ? random.pick([...HEX]) : String.fromCharCode(random.between(0, 255));
  while (byte === text[at]);
  return { text: text.slice(0, at) + byte + text.slice(at + 1), at, path: pathAt(text, at) };
}

/** Keys of the objects that are open at a place of canonical JSON. */
function pathAt(text: string, place: number): string[] {
  const open: { isList: boolean; key: string }[] = [];
  for (let at = 0; at <= place; at++) {
    const character = text[at]!;
    if (character === '{' || character === '[') open.push({ isList: character === '[', key: '' });
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfText(text, at);
      const inside = open.at(-1);
      if (text[end + 1] === ':' && inside && !inside.isList) inside.key = text.slice(at + 1, end);
      at = end;
    }
  }
  return open.filter(({ isList }) => !isList).map(({ key }) => key);
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
