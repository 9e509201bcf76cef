import { MalformedAnswer } from '../rpc/node-errors.js';

/** The specification's value for an epoch that is not set. */
const FAR_FUTURE = '18446744073709551615';

/** The value as an object. @throws MalformedAnswer for anything else */
export function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MalformedAnswer(`${what} is no record`);
  return value as Readonly<Record<string, unknown>>;
}

/** A whole number up to 2^53-1, which the API writes as text. @throws MalformedAnswer */
export function numberIn(record: Readonly<Record<string, unknown>>, field: string): number {
  const text = record[field];
  const number = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new MalformedAnswer(`${field} is ${shown(text)}`);
  return number;
}

/** An epoch; infinite while it is not set. @throws MalformedAnswer */
export function epochIn(record: Readonly<Record<string, unknown>>, field: string): number {
  return record[field] === FAR_FUTURE ? Number.POSITIVE_INFINITY : numberIn(record, field);
}

/** A public key or root of this many bytes, as lower-case `0x` hex. @throws MalformedAnswer */
export function hexIn(record: Readonly<Record<string, unknown>>, field: string, bytes: number): string {
  const text = record[field];
  if (typeof text !== 'string' || text.length !== 2 + 2 * bytes || !/^0x[0-9a-fA-F]*$/.test(text))
    throw new MalformedAnswer(`${field} is ${shown(text)}`);
  return text.toLowerCase();
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
