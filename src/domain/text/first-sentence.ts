/** The first sentence of a text, with its full stop; all of it where there is none. */
export function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}
