import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import type { Log } from '../../../domain/chain/record/block.js';
import { batchLength } from '../../../domain/token/token-event.js';

/** Reads one field of a log as `0x` hex; undefined where the field is absent or malformed. */
export type FieldReader = (log: Log) => Hex | undefined;

const WORD = 32;
const EACH = 'each:';

/** Compiles one field path: `topic1`, `word0.address`, `emitter`, `text`, `credentials.address`. */
export function fieldReaderOf(path: string): FieldReader {
  if (path === 'emitter') return ({ address }) => toHex(address);
  if (path === 'text') return ({ data }) => textOf(data);
  if (path === 'largest_amount') return ({ data }) => largestAmount(data);
  if (path === 'credentials.address') return ({ data }) => credentialsOf(data);
  const [word, field] = path.split('.') as [string, string | undefined];
  const wordOf = wordReader(word);
  return (log) => {
    const bytes = wordOf(log);
    if (bytes === undefined) return undefined;
    return field === 'address' ? addressOf(bytes) : toHex(bytes);
  };
}

/** Compiles a field path that may yield several values, as `each:word0.address` does for the elements of an array. */
export function listReaderOf(path: string): (log: Log) => readonly Hex[] {
  if (path.startsWith(EACH)) return elementReader(path.slice(EACH.length));
  const one = fieldReaderOf(path);
  return (log) => {
    const value = one(log);
    return value === undefined ? [] : [value];
  };
}

/** The address a word holds, if its upper twelve bytes are empty. */
export function addressOf(word: Buffer): Address | undefined {
  return word.readUInt32BE(0) === 0 && word.readUInt32BE(4) === 0 && word.readUInt32BE(8) === 0
    ? toHex(word.subarray(12))
    : undefined;
}

function wordReader(name: string): (log: Log) => Buffer | undefined {
  const index = Number(name.replace(/^(topic|word)/, ''));
  return name.startsWith('topic')
    ? ({ topics }) => topics[index]
    : ({ data }) => {
        const word = data.subarray(index * WORD, (index + 1) * WORD);
        return word.length === WORD ? word : undefined;
      };
}

/** Elements of an `address[]` whose offset is in a word of the head. */
function elementReader(path: string): (log: Log) => readonly Hex[] {
  const offsetOf = wordReader(path.split('.')[0]!);
  return (log) => {
    const offsetWord = offsetOf(log);
    const start = offsetWord && numberOf(offsetWord);
    const length = start === undefined ? undefined : numberAt(log.data, start);
    if (start === undefined || length === undefined || start + WORD * (length + 1) > log.data.length)
      return [];
    const elements: Address[] = [];
    for (let at = start + WORD; elements.length < length; at += WORD) {
      const address = addressOf(log.data.subarray(at, at + WORD));
      if (address === undefined) return [];
      elements.push(address);
    }
    return elements;
  };
}

/** The bytes of the one string that makes up the data, in standard ABI encoding; undefined for other data. */
export function textOf(data: Buffer): Hex | undefined {
  const length = numberAt(data, WORD);
  if (numberAt(data, 0) !== WORD || length === undefined) return undefined;
  const end = 2 * WORD + length;
  const isWhole = data.length === 2 * WORD + WORD * Math.ceil(length / WORD);
  return isWhole && data.subarray(end).every((byte) => byte === 0)
    ? toHex(data.subarray(2 * WORD, end))
    : undefined;
}

/**
 * The largest element of the second of two equally long arrays that make up the data; undefined where they
 * are empty.
 */
function largestAmount(data: Buffer): Hex | undefined {
  const length = batchLength(data);
  if (length === undefined || length === 0) return undefined;
  let largest = data.subarray(-WORD);
  for (let at = data.length - WORD * length; at < data.length; at += WORD) {
    const amount = data.subarray(at, at + WORD);
    if (Buffer.compare(amount, largest) > 0) largest = amount;
  }
  return toHex(largest);
}

/** The address in the 0x01 or 0x02 withdrawal credentials of a deposit: the second of five byte strings. */
function credentialsOf(data: Buffer): Address | undefined {
  const at = numberAt(data, WORD);
  if (at === undefined || numberAt(data, at) !== WORD || at + 2 * WORD > data.length) return undefined;
  const credentials = data.subarray(at + WORD, at + 2 * WORD);
  const isAddress =
    (credentials[0] === 1 || credentials[0] === 2) && credentials.subarray(1, 12).every((byte) => byte === 0);
  return isAddress ? toHex(credentials.subarray(12)) : undefined;
}

/** A word as a number that can be a place in the data. */
export function numberAt(data: Buffer, at: number): number | undefined {
  const word = data.subarray(at, at + WORD);
  return word.length === WORD ? numberOf(word) : undefined;
}

function numberOf(word: Buffer): number | undefined {
  for (let at = 0; at < WORD - 4; at += 4) if (word.readUInt32BE(at) !== 0) return undefined;
  return word.readUInt32BE(WORD - 4);
}
