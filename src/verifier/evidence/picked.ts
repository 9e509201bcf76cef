import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { Log } from '../../domain/chain/record/block.js';

const WORD = 64;
const EACH = 'each:';
const CREDENTIALS = /^0[12]0{22}/;

/** A log as lower-case hex without `0x`: a word is 64 digits. */
interface HexLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** The hex of each log is made once, because several paths are read from it and its data may be long. */
const hexLogs = new WeakMap<Log, HexLog>();

/**
 * All values of a field path in a log as `0x` hex: one, several for `each:…`, none where the log is
 * malformed. It follows `definitions/README.md` and shares no code with the extraction of facts, so that an
 * error of one shows.
 */
export function picked(log: Log, path: string): readonly Hex[] {
  const hex = hexLogOf(log);
  if (path.startsWith(EACH)) return elements(hex, path.slice(EACH.length).split('.')[0]!).map(prefixed);
  const found = digitsOf(hex, path);
  return found === undefined ? [] : [prefixed(found)];
}

function hexLogOf(log: Log): HexLog {
  let hex = hexLogs.get(log);
  if (hex === undefined) {
    const { address, topics, data } = log;
    hex = { address: digits(address), topics: topics.map(digits), data: digits(data) };
    hexLogs.set(log, hex);
  }
  return hex;
}

function digitsOf(log: HexLog, path: string): string | undefined {
  if (path === 'emitter') return log.address;
  if (path === 'text') return textOf(log.data);
  if (path === 'largest_amount') return largestAmount(log.data);
  if (path === 'credentials.address') return credentialsOf(log.data);
  const [name, field] = path.split('.') as [string, string?];
  const word = wordNamed(log, name);
  return field === 'address' ? word && addressIn(word) : word;
}

function wordNamed({ topics, data }: HexLog, name: string): string | undefined {
  const [, kind, number] = /^(topic|word)(\d+)$/.exec(name) ?? [];
  if (kind === 'topic') return topics[Number(number)];
  return wordAt(data, Number(number) * 32);
}

function wordAt(data: string, byte: number): string | undefined {
  const word = data.slice(byte * 2, byte * 2 + WORD);
  return word.length === WORD ? word : undefined;
}

function addressIn(word: string): string | undefined {
  return word.startsWith('0'.repeat(24)) ? word.slice(24) : undefined;
}

/** A word as an offset in the data; undefined if it is too large. */
function placeAt(data: string, byte: number): number | undefined {
  const word = wordAt(data, byte);
  return word?.startsWith('0'.repeat(56)) ? Number.parseInt(word.slice(56), 16) : undefined;
}

/** Elements of the `address[]` whose offset is in a word. */
function elements(log: HexLog, name: string): readonly string[] {
  const offset = wordNamed(log, name);
  const start = offset?.startsWith('0'.repeat(56)) ? Number.parseInt(offset.slice(56), 16) : undefined;
  const count = start === undefined ? undefined : placeAt(log.data, start);
  if (start === undefined || count === undefined || (start + 32 * (count + 1)) * 2 > log.data.length)
    return [];
  const words = Array.from({ length: count }, (_, at) => addressIn(wordAt(log.data, start + 32 * (at + 1))!));
  return words.every((word) => word !== undefined) ? words : [];
}

/**
 * The bytes of a string, if the data is exactly its encoding: offset 32, length, bytes, zeros up to a whole
 * word.
 */
function textOf(data: string): string | undefined {
  const length = placeAt(data, 32);
  if (placeAt(data, 0) !== 32 || length === undefined) return undefined;
  const text = data.slice(2 * WORD, 2 * WORD + 2 * length);
  const padded = text.padEnd(Math.ceil(length / 32) * WORD, '0');
  return text.length === 2 * length && data.slice(2 * WORD) === padded ? text : undefined;
}

/**
 * The largest amount, if the data is exactly the encoding of two arrays of equal length: their offsets, then
 * each with its length.
 */
function largestAmount(data: string): string | undefined {
  const count = placeAt(data, 64);
  if (!count || placeAt(data, 0) !== 64) return undefined;
  const second = 96 + 32 * count;
  const isWhole = data.length === 2 * (second + 32 * (count + 1));
  if (!isWhole || placeAt(data, 32) !== second || placeAt(data, second) !== count) return undefined;
  // Hex words of equal length sort like their numbers.
  let largest = '';
  for (let at = second + 32; at * 2 < data.length; at += 32) {
    const amount = wordAt(data, at)!;
    if (amount > largest) largest = amount;
  }
  return largest;
}

/** The address in the withdrawal credentials of a deposit: the second of five byte strings. */
function credentialsOf(data: string): string | undefined {
  const at = placeAt(data, 32);
  if (at === undefined || placeAt(data, at) !== 32) return undefined;
  const credentials = wordAt(data, at + 32);
  return credentials && CREDENTIALS.test(credentials) ? credentials.slice(24) : undefined;
}

function digits(bytes: Buffer): string {
  return toHex(bytes).slice(2);
}

function prefixed(hex: string): Hex {
  return `0x${hex}`;
}
