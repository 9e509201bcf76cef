import { toHex } from '../../domain/chain/codec/hex.js';
import type { Log } from '../../domain/chain/record/block.js';

const DIGITS_OF_WORD = 64;
const DIGITS_OF_SELECTOR = 8;
const MAX_SELECTORS = 64;
const REMOVE = 2;

/**
 * Facets by selector in a cut of a diamond, as `definitions/README.md` specifies. A facet is undefined if the
 * function is removed or is one of the diamond itself.
 */
export type NamedFacets = ReadonlyMap<string, string | undefined>;

/**
 * The facets in the data of a log; undefined for data of another form. It shares no code with the extraction
 * of facts, so that an error of one shows.
 */
export function namedFacets(log: Log): NamedFacets | undefined {
  const data = toHex(log.data).slice(2);
  const list = placeIn(data, 0);
  const cuts = list === undefined ? undefined : offsetsOf(data, list);
  if (cuts === undefined) return undefined;
  const named: [selector: string, facet: string | undefined][] = [];
  for (const offset of cuts) {
    if (named.length >= MAX_SELECTORS) break;
    const at = offset === undefined ? undefined : list! + 32 + offset;
    const cut = at === undefined ? undefined : cutIn(data, at, MAX_SELECTORS - named.length);
    if (cut === undefined) return undefined;
    named.push(...cut);
  }
  const own = toHex(log.address);
  return new Map(named.map(([selector, facet]) => [selector, facet === own ? undefined : facet]));
}

function cutIn(
  data: string,
  at: number,
  most: number,
): [selector: string, facet: string | undefined][] | undefined {
  const facet = wordIn(data, at);
  const action = placeIn(data, at + 32);
  const offset = placeIn(data, at + 64);
  if (!facet?.startsWith('0'.repeat(24)) || action === undefined || action > REMOVE || offset === undefined)
    return undefined;
  const words = wordsOf(data, at + offset)?.slice(0, most);
  if (words === undefined || words.some((word) => !/^0*$/.test(word.slice(DIGITS_OF_SELECTOR))))
    return undefined;
  const address = `0x${facet.slice(24)}`;
  const isRemoved = action === REMOVE || /^0x0*$/.test(address);
  return words.map((word) => [`0x${word.slice(0, DIGITS_OF_SELECTOR)}`, isRemoved ? undefined : address]);
}

function offsetsOf(data: string, at: number): readonly (number | undefined)[] | undefined {
  return wordsOf(data, at)?.map((word) => placeIn(word, 0));
}

/** The words of a list that begins with its length. */
function wordsOf(data: string, at: number): readonly string[] | undefined {
  const count = placeIn(data, at);
  if (count === undefined || (at + 32 * (count + 1)) * 2 > data.length) return undefined;
  return Array.from({ length: count }, (_, index) => wordIn(data, at + 32 * (index + 1))!);
}

function wordIn(data: string, byte: number): string | undefined {
  const word = data.slice(2 * byte, 2 * byte + DIGITS_OF_WORD);
  return word.length === DIGITS_OF_WORD ? word : undefined;
}

/** A word as an offset or a small number; undefined if it is too large. */
function placeIn(data: string, byte: number): number | undefined {
  const word = wordIn(data, byte);
  return word?.startsWith('0'.repeat(56)) ? Number.parseInt(word.slice(56), 16) : undefined;
}
