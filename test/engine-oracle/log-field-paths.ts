import type { LogShape } from '../../src/definition/model/fact-source.js';
import type { PlainLog } from './plain-block.js';

/** The value at a field path of `definitions/README.md`; undefined if the log lacks it or it is malformed. */
export function fieldPath(log: PlainLog, name: string): string | undefined {
  if (name === 'emitter') return log.address;
  if (name === 'text') return wholeText(log.data);
  if (name === 'largest_amount') return largestOf(log.data);
  if (name === 'credentials.address') return depositor(log.data);
  const [place = '', field] = name.split('.');
  const word = place.startsWith('topic')
    ? log.topics[Number(place.slice(5))]
    : wordAt(log.data, 32 * Number(place.slice(4)));
  return word !== undefined && field === 'address' ? addressIn(word) : word;
}

/** Like `fieldPath`, for a path with several values. */
export function fieldPaths(log: PlainLog, name: string): readonly string[] {
  if (name.startsWith('each:')) return listed(log, name.slice('each:'.length).split('.')[0]!);
  const one = fieldPath(log, name);
  return one === undefined ? [] : [one];
}

export function hasShape(log: PlainLog, shape: LogShape): boolean {
  const { topic0, topics, dataLength, decodes, where = {} } = shape;
  if (log.topics[0] !== topic0 || log.topics.length !== topics) return false;
  if (dataLength !== undefined && log.data.length !== 2 * dataLength) return false;
  if (decodes === 'facet_cuts' && facetsNamed(log) === undefined) return false;
  if (decodes === 'text' && wholeText(log.data) === undefined) return false;
  if (decodes === 'equal_arrays' && !isEqualArrays(log.data)) return false;
  return Object.entries(where).every(([name, wanted]) => isSo(fieldPath(log, name), wanted));
}

/** The functions that a diamond cut names, with their facets; null for one that it removes or serves itself. */
export function facetsNamed({
  address,
  data,
}: PlainLog): readonly (readonly [selector: string, facet: string | null])[] | undefined {
  const words = (at: number | undefined): readonly string[] | undefined => {
    const length = at === undefined ? undefined : numberAt(data, at);
    if (at === undefined || length === undefined || data.length < 2 * (at + 32 + 32 * length))
      return undefined;
    return Array.from({ length }, (_, index) => wordAt(data, at + 32 + 32 * index)!);
  };
  const list = numberAt(data, 0);
  const named: [string, string | null][] = [];
  const offsets = words(list);
  if (offsets === undefined) return undefined;
  for (const offset of offsets) {
    if (named.length === 64) break;
    if (BigInt(offset) >= 1_000_000n) return undefined;
    const at = list! + 32 + Number(offset);
    const facet = addressIn(wordAt(data, at) ?? '');
    const action = numberAt(data, at + 32);
    const begin = numberAt(data, at + 64);
    const selectors = begin === undefined ? undefined : words(at + begin);
    if (facet === undefined || action === undefined || action > 2 || selectors === undefined)
      return undefined;
    for (const word of selectors.slice(0, 64 - named.length)) {
      if (!/^0x[0-9a-f]{8}0{56}$/.test(word)) return undefined;
      named.push([
        word.slice(0, 10),
        action === 2 || facet === address || /^0x0+$/.test(facet) ? null : facet,
      ]);
    }
  }
  return named.filter(([selector], at) => !named.slice(at + 1).some(([other]) => other === selector));
}

/** The low 20 bytes of a word; undefined if a higher byte is set. */
export function addressIn(word: string): string | undefined {
  return /^0x0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(26)}` : undefined;
}

function isSo(value: string | undefined, wanted: string): boolean {
  if (value === undefined) return false;
  if (wanted === 'zero') return /^0x0*$/.test(value);
  if (wanted === 'nonzero') return !/^0x0*$/.test(value);
  if (wanted === 'address') return addressIn(value) !== undefined;
  return value === wanted;
}

function wordAt(data: string, byte: number): string | undefined {
  const word = data.slice(2 * byte, 2 * byte + 64);
  return word.length === 64 ? `0x${word}` : undefined;
}

/** A word as a number; undefined if it is large. */
function numberAt(data: string, byte: number): number | undefined {
  const word = wordAt(data, byte);
  return word !== undefined && BigInt(word) < 1_000_000n ? Number(word) : undefined;
}

function wholeText(data: string): string | undefined {
  const length = numberAt(data, 32);
  if (numberAt(data, 0) !== 32 || length === undefined) return undefined;
  const text = data.slice(128, 128 + 2 * length);
  const padding = (64 - (text.length % 64)) % 64;
  return text.length === 2 * length && data.slice(128) === text + '0'.repeat(padding)
    ? `0x${text}`
    : undefined;
}

function isEqualArrays(data: string): boolean {
  const length = numberAt(data, 64);
  if (length === undefined) return false;
  const second = 96 + 32 * length;
  return (
    numberAt(data, 0) === 64 &&
    numberAt(data, 32) === second &&
    numberAt(data, second) === length &&
    data.length === 2 * (second + 32 + 32 * length)
  );
}

function largestOf(data: string): string | undefined {
  if (!isEqualArrays(data)) return undefined;
  const words = data.match(/.{64}/g)!;
  return words
    .slice((words.length + 4) / 2)
    .map((amount) => `0x${amount}`)
    .sort()
    .at(-1);
}

function depositor(data: string): string | undefined {
  const at = numberAt(data, 32);
  if (at === undefined || numberAt(data, at) !== 32) return undefined;
  const credentials = wordAt(data, at + 32);
  return credentials && /^0x0[12]0{22}/.test(credentials) ? `0x${credentials.slice(26)}` : undefined;
}

function listed(log: PlainLog, place: string): readonly string[] {
  const word = fieldPath(log, place);
  const at = word === undefined || BigInt(word) > 1_000_000n ? undefined : Number(word);
  const length = at === undefined ? undefined : numberAt(log.data, at);
  if (at === undefined || length === undefined) return [];
  const elements = Array.from({ length }, (_, index) => {
    const element = wordAt(log.data, at + 32 * (index + 1));
    return element === undefined ? undefined : addressIn(element);
  });
  return elements.every((element) => element !== undefined) ? elements : [];
}
