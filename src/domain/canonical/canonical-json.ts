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
const NEEDS_ESCAPE = /["\\]/;

/**
 * The canonical JSON text (RFC 8785) of objects, arrays, printable ASCII texts, booleans, null and whole numbers up to 2^53-1. Larger numbers
 * are decimal texts and chain text is hex before they come here. Keys with the value `undefined` are left out.
 *
 * @throws NotCanonical for anything else
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$');
}

function write(value: unknown, place: string): string {
  if (typeof value === 'string') return text(value, place);
  if (value === true || value === false || value === null) return String(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0))
      throw new NotCanonical(`${place} is no whole number`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map((item, at) => write(item, `${place}[${at}]`)).join(',')}]`;
  if (typeof value !== 'object' || !isPlain(value)) throw new NotCanonical(`${place} is no JSON value`);
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort();
  return `{${keys.map((key) => `${text(key, place)}:${write(record[key], `${place}.${key}`)}`).join(',')}}`;
}

function text(value: string, place: string): string {
  if (!PRINTABLE.test(value)) throw new NotCanonical(`${place} is not printable ASCII`);
  return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
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
