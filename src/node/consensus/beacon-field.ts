import { MalformedAnswer } from '../rpc/node-errors.js';

/** An epoch that has not been set: later than any. */
const FAR_FUTURE = '18446744073709551615';

/** The record a value is; throws `MalformedAnswer` for anything else. */
export function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MalformedAnswer(`${what} is no record`);
  return value as Readonly<Record<string, unknown>>;
}

/** A whole number up to 2^53-1, which the API writes as text. */
export function numberIn(record: Readonly<Record<string, unknown>>, field: string): number {
  const text = record[field];
  const number = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new MalformedAnswer(`${field} is ${shown(text)}`);
  return number;
}

/** An epoch; infinite while it has not been set. */
export function epochIn(record: Readonly<Record<string, unknown>>, field: string): number {
  return record[field] === FAR_FUTURE ? Number.POSITIVE_INFINITY : numberIn(record, field);
}

/** A public key or root: `0x` and that number of bytes as lower-case hex. */
export function hexIn(record: Readonly<Record<string, unknown>>, field: string, bytes: number): string {
  const text = record[field];
  if (typeof text !== 'string' || text.length !== 2 + 2 * bytes || !/^0x[0-9a-fA-F]*$/.test(text))
    throw new MalformedAnswer(`${field} is ${shown(text)}`);
  return text.toLowerCase();
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
