import { canonicalJson } from '../../domain/canonical/canonical-json.js';

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** A text as canonical JSON; most need no escape. @throws NotCanonical unless printable ASCII */
export function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : canonicalJson(text);
}

export function quotedList(texts: readonly string[]): string {
  let list = '';
  for (const text of texts) list += list === '' ? quoted(text) : `,${quoted(text)}`;
  return `[${list}]`;
}
