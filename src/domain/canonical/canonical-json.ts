import { hash } from 'node:crypto';

/** Hashable values: the restricted profile of RFC 8785 in which every value has exactly one text. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

/** A value outside the profile; the message names the place. */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical';
}

const PRINTABLE = /^[\x20-\x7e]*$/;
/** Matches texts that need escapes in JSON or are not printable ASCII. */
const NOT_VERBATIM = /[^\x20-\x7e]|["\\]/;

/** Names where a value is, for error messages only: building it costs more than writing the JSON. */
type Place = () => string;

/**
 * The canonical JSON text (RFC 8785) of objects, arrays, printable ASCII texts, booleans, null and whole numbers up to 2^53-1. Larger numbers
 * are decimal texts and chain text is hex before they come here. Keys with the value `undefined` are left out.
 *
 * @throws NotCanonical for anything else
 */
export function canonicalJson(value: unknown): string {
  return write(value, () => '$');
}

function write(value: unknown, place: Place): string {
  if (typeof value === 'string') return text(value, place);
  if (value === true || value === false || value === null) return String(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0))
      throw new NotCanonical(`${place()} is no whole number`);
    return String(value);
  }
  if (Array.isArray(value)) {
    let items = '';
    for (let at = 0; at < value.length; at++)
      items += `${at > 0 ? ',' : ''}${write(value[at], () => `${place()}[${at}]`)}`;
    return `[${items}]`;
  }
  if (typeof value !== 'object' || !isPlain(value)) throw new NotCanonical(`${place()} is no JSON value`);
  const record = value as Record<string, unknown>;
  let fields = '';
  for (const key of Object.keys(record).sort()) {
    const field = record[key];
    if (field === undefined) continue;
    if (fields !== '') fields += ',';
    fields += `${text(key, place)}:${write(field, () => `${place()}.${key}`)}`;
  }
  return `{${fields}}`;
}

function text(value: string, place: Place): string {
  if (!NOT_VERBATIM.test(value)) return `"${value}"`;
  if (!PRINTABLE.test(value)) throw new NotCanonical(`${place()} is not printable ASCII`);
  return JSON.stringify(value);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}

/** SHA-256 of a text, as 64 hex digits. */
export function sha256Hex(content: string): string {
  return hash('sha256', content);
}

/** The digest text proofs and bindings carry: `sha256:` and 64 hex digits. */
export function digestText(content: string): string {
  return `sha256:${sha256Hex(content)}`;
}
