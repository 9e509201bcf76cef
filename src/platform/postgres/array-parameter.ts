const BYTEA_OID = 17;
const NULL_LENGTH = -1;

/**
 * A list as the value of a parameter that is an array: of `bytea` in binary, as the server receives it without parsing; of numbers and
 * booleans as its text without quotes, and of texts with them. Lists of anything else are the driver's to write.
 */
export function arrayParameter(values: readonly unknown[]): unknown {
  const first = values.find((value) => value !== null && value !== undefined);
  if (first instanceof Uint8Array && values.every(isBytesOrNull)) return byteaArray(values);
  if (values.every(isPlain)) return `{${values.join()}}`;
  return values.every(isText) ? `{${values.map(quoted).join()}}` : values;
}

/** Format: PostgreSQL, `array_send`: dimensions, whether there are NULLs, type of elements, length and first index, elements. */
function byteaArray(values: readonly (Uint8Array | null | undefined)[]): Buffer {
  let size = 20;
  for (const value of values) size += 4 + (value?.length ?? 0);
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(BYTEA_OID, 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = 20;
  for (const value of values) {
    bytes.writeInt32BE(value?.length ?? NULL_LENGTH, at);
    at += 4;
    if (!value) continue;
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}

function isBytesOrNull(value: unknown): value is Uint8Array | null | undefined {
  return value === null || value === undefined || value instanceof Uint8Array;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
