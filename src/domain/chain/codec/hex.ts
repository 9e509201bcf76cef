import type { Hex } from '../hex.js';
import { MalformedField } from './malformed-field.js';

const NOT_A_DIGIT = 16;
/** Up to here a loop over the digits is faster than a call that decodes them. */
const FEW_BYTES = 24;
const NIBBLES = new Uint8Array(256).fill(NOT_A_DIGIT);
for (let digit = 0; digit < 16; digit++) {
  NIBBLES[digit.toString(16).charCodeAt(0)] = digit;
  NIBBLES[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** Value of a hex digit given by its character code; 16 for anything else. */
export function nibbleOf(charCode: number): number {
  return charCode < 256 ? NIBBLES[charCode]! : NOT_A_DIGIT;
}

/** Whether a node gave a field: some leave out unknown fields, others set them to null. */
export function isGiven(text: string | null | undefined): text is string {
  return text !== undefined && text !== null;
}

/** Throws MalformedField unless the value is text that starts with `0x`. */
export function requireHex(text: unknown, field: string): asserts text is Hex {
  if (typeof text !== 'string') {
    throw new MalformedField(field, text === undefined || text === null ? 'is missing' : 'is not text');
  }
  if (text.charCodeAt(0) !== 48 || text.charCodeAt(1) !== 120) throw new MalformedField(field, 'lacks 0x');
}

/**
 * A JSON-RPC quantity as a safe integer. Leading zeros are accepted (some nodes pad), an empty `0x` is not.
 *
 * @throws MalformedField naming the field
 */
export function parseNumber(text: unknown, field: string): number {
  requireHex(text, field);
  if (text.length === 2) throw new MalformedField(field, 'is empty');
  let value = 0;
  for (let i = 2; i < text.length; i++) {
    const nibble = nibbleOf(text.charCodeAt(i));
    if (nibble === NOT_A_DIGIT) throw new MalformedField(field, 'is not hex');
    value = value * 16 + nibble;
    if (value > Number.MAX_SAFE_INTEGER) throw new MalformedField(field, 'is too large');
  }
  return value;
}

/**
 * A JSON-RPC quantity of at most 256 bits; leading zeros and `0x` as in `parseNumber`.
 *
 * @throws MalformedField naming the field
 */
export function parseAmount(text: unknown, field: string): bigint {
  requireHex(text, field);
  if (text.length <= 14) return BigInt(parseNumber(text, field));
  for (let i = 2; i < text.length; i++) {
    if (nibbleOf(text.charCodeAt(i)) === NOT_A_DIGIT) throw new MalformedField(field, 'is not hex');
  }
  const value = BigInt(text);
  // 64 digits always fit; a longer text is valid only if the rest are leading zeros.
  if (text.length > 66 && value >> 256n !== 0n) throw new MalformedField(field, 'is too large');
  return value;
}

/**
 * Bytes written as hex, two digits each.
 *
 * @param length required number of bytes, when there is one
 * @throws MalformedField naming the field
 */
export function parseBytes(text: unknown, field: string, length?: number): Buffer {
  const size = byteLength(text, field, length);
  const bytes = Buffer.allocUnsafe(size);
  writeHex(text as string, bytes, 0, size, field);
  return bytes;
}

/**
 * Writes the `size` bytes of a `0x` text at an offset of `target`.
 *
 * @throws MalformedField naming the field for an invalid digit
 */
export function writeHex(text: string, target: Buffer, at: number, size: number, field: string): void {
  let isHex = true;
  if (size > FEW_BYTES) {
    isHex = target.write(text.slice(2), at, size, 'hex') === size;
  } else {
    let digits = 0;
    for (let i = 0; i < size; i++) {
      const high = nibbleOf(text.charCodeAt(2 * i + 2));
      const low = nibbleOf(text.charCodeAt(2 * i + 3));
      digits |= high | low;
      target[at + i] = (high << 4) | low;
    }
    isHex = digits < NOT_A_DIGIT;
  }
  if (!isHex) throw new MalformedField(field, 'is not hex');
}

/** Number of bytes of a hex text; throws as parseBytes does, but does not check the digits. */
export function byteLength(text: unknown, field: string, length?: number): number {
  requireHex(text, field);
  if (text.length % 2 !== 0) throw new MalformedField(field, 'has an odd number of digits');
  const size = text.length / 2 - 1;
  if (length !== undefined && size !== length) {
    throw new MalformedField(field, `has ${size} bytes instead of ${length}`);
  }
  return size;
}

/** Lower-case `0x` hex of the bytes. */
export function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`;
}

/** Lower-case `0x` hex of bytes that may not be a `Buffer`, whose `toString` would list numbers. */
export function bytesToHex(bytes: Uint8Array): Hex {
  return toHex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Bytes of `0x` hex. TRUST: known to be valid. `parseBytes` is for text from outside. */
export function fromHex(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
