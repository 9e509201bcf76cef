/** Splits at the commas outside parentheses; empty text has no elements. */
export function splitList(text: string): string[] {
  if (text === '') return [];
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      elements.push(text.slice(start, at));
      start = at + 1;
    }
  }
  elements.push(text.slice(start));
  return elements;
}
