import type { PackedProof } from '../model/segment.js';

/** No canonical JSON contains it: control characters are escaped there. */
const PLACEHOLDER = '\x1f';

/**
 * First byte of a value. Below `NUMBER` it is the place of an earlier value; from there on, the byte count of
 * a number, less one.
 */
const NUMBER = 64;
const TEXT = 72;
/** The position of an event follows, in `POSITION_BYTES` bytes. */
const EVENT = 73;
const POSITION_BYTES = 5;
/** The byte count is added, and the bytes follow. */
const HEX = 128;
const MAX_HEX_BYTES = 127;
/** In characters. Shorter values are not worth a place. */
const LEAST_REPEATED = 8;
const HASH_DIGITS = 64;
const MAX_TEXT = 1 << 14;

const DECIMAL = /^(?:0|[1-9][0-9]*)$/;

/** Classes of characters, as bits. */
const [HEX_DIGIT, BEFORE_HEX, AFTER_HEX, BEFORE_TEXT, IN_IDENTIFIER] = [1, 2, 4, 8, 16];
const CLASSES = classes();
const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

const packed = Buffer.allocUnsafeSlow(MAX_TEXT * 4);

/**
 * Packs the canonical text of a proof. Hashes and addresses take half of their text, and a repeated value one
 * byte; so do subject and object, which have columns of their own. Unpacking gives exactly the same text.
 *
 * @param subject 40 hex characters
 * @param object the same; empty for attributes
 * @param events positions of the events of blocks, by 64 hex characters of hash: such a hash takes six bytes
 * @returns undefined for a text that is too long to be packed or contains the placeholder
 */
export function packProof(
  text: string,
  subject: string,
  object: string,
  events: ReadonlyMap<string, number>,
): PackedProof | undefined {
  if (text.length > MAX_TEXT || text.includes(PLACEHOLDER)) return undefined;
  const known: string[] = [subject, object];
  let template = '';
  let copied = 0;
  let end = 0;
  for (let at = 1; at < text.length; ) {
    const valueEnd = endOfValue(text, at);
    if (valueEnd === at) {
      at += 1;
      continue;
    }
    template += text.slice(copied, at) + PLACEHOLDER;
    end = writeValue(text.slice(at, valueEnd), known, events, end);
    copied = valueEnd;
    at = valueEnd + 1;
  }
  return { template: template + text.slice(copied), values: Buffer.from(packed.subarray(0, end)) };
}

/**
 * Where the value that begins at `at` ends: a run of digits between delimiters, or a string that is no
 * identifier. `at` itself where none begins.
 */
function endOfValue(text: string, at: number): number {
  const before = CLASSES[text.charCodeAt(at - 1)]!;
  if ((before & (BEFORE_HEX! | BEFORE_TEXT!)) === 0) return at;
  const first = text.charCodeAt(at);
  if ((CLASSES[first]! & HEX_DIGIT!) !== 0 && (before & BEFORE_HEX!) !== 0) return endOfDigits(text, at);
  if (first === QUOTE && (before & BEFORE_TEXT!) !== 0) return endOfText(text, at);
  return at;
}

function endOfDigits(text: string, from: number): number {
  let at = from + 1;
  while ((CLASSES[text.charCodeAt(at)]! & HEX_DIGIT!) !== 0) at++;
  return (CLASSES[text.charCodeAt(at)]! & AFTER_HEX!) === 0 ? from : at;
}

function endOfText(text: string, from: number): number {
  let isIdentifier = !text.startsWith('"value":', from - 8);
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) return from;
    if (code === QUOTE) return isIdentifier || text.charCodeAt(at + 1) === COLON ? from : at + 1;
    if (code > 0x7f || (CLASSES[code]! & IN_IDENTIFIER!) === 0) isIdentifier = false;
  }
  return from;
}

/** @returns where the next value begins */
function writeValue(value: string, known: string[], events: ReadonlyMap<string, number>, at: number): number {
  const { length } = value;
  if (value[0] === '"') return writeText(value, at);
  if (length >= LEAST_REPEATED) {
    const place = known.indexOf(value);
    if (place !== -1) return packed.writeUInt8(place, at);
    if (known.length < NUMBER) known.push(value);
    const position = length === HASH_DIGITS ? events.get(value) : undefined;
    if (position !== undefined) {
      packed[at] = EVENT;
      return packed.writeUIntBE(position, at + 1, POSITION_BYTES);
    }
  } else if (DECIMAL.test(value)) {
    return writeNumber(Number(value), at);
  }
  if (length % 2 !== 0 || length > MAX_HEX_BYTES * 2) return writeText(value, at);
  packed[at] = HEX + length / 2;
  return at + 1 + packed.write(value, at + 1, 'hex');
}

function writeText(value: string, at: number): number {
  const bytes = packed.write(value, at + 3, 'utf8');
  packed[at] = TEXT;
  packed.writeUInt16BE(bytes, at + 1);
  return at + 3 + bytes;
}

/** @param value has at most seven digits */
function writeNumber(value: number, at: number): number {
  const size = value < 0x100 ? 1 : value < 0x1_0000 ? 2 : 3;
  packed[at] = NUMBER + size - 1;
  return packed.writeUIntBE(value, at + 1, size);
}

function classes(): Uint8Array {
  const found = new Uint8Array(0x1_0000);
  const mark = (characters: string, bit: number): void => {
    for (const one of characters) found[one.charCodeAt(0)]! |= bit;
  };
  mark('0123456789abcdef', HEX_DIGIT!);
  mark(':x,["', BEFORE_HEX!);
  mark(':",}]', AFTER_HEX!);
  mark(':,[', BEFORE_TEXT!);
  mark('abcdefghijklmnopqrstuvwxyz0123456789_:.+-', IN_IDENTIFIER!);
  return found;
}
