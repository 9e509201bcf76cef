import type { Pool } from 'pg';
import { BY_PAIR, BY_PREFIX, BY_TRIPLES, BY_WALK, EXACT, GROUPS, PLACES } from './name-statements.js';

/** The searched texts: token declarations, or names of addresses. */
export type Collection = 'tokens' | 'names';

/** Texts that are collected and sorted at most; if there are more, lists are walked in order. */
const FEW = 2_000;
/** Texts with a common prefix that are sorted at most. */
const PREFIXES = 40_000;
/** Entries of each pair's list that are read at first; then more of the list of the rarest pair. */
const GLANCE = 1_000;
const WALK = 100_000;
/** Pairs of a long text whose lists are read. */
const MOST_PAIRS = 8;
/**
 * The addresses (20 bytes) of the first stored texts that contain the folded query: exactly those, for any
 * query. Reads a bounded number of rows, unless the query has three characters or more, is frequent, and
 * comes late in the list of its rarest pair.
 */
export async function candidates(
  pool: Pool,
  collection: Collection,
  query: string,
  count: number,
): Promise<readonly Buffer[]> {
  const search = new Search(pool, collection === 'tokens', query, count);
  if ([...query].length === 2) return search.byPair();
  return (await search.gathered(FEW)) ?? (await search.walked()) ?? (await search.gathered(undefined))!;
}

/** Two neighbouring characters of a text. */
interface Pair {
  readonly text: string;
  readonly isFirst: boolean;
}

/** Position of a row in the order of matches; nulls for none. */
interface Place {
  readonly holders: number;
  readonly length: number;
  readonly address: Buffer | null;
}

/** What was read of a pair's list. */
interface Walked {
  readonly pair: Pair;
  readonly addresses: readonly Buffer[];
  /** Whether there are enough rows, or the list was read to its end. */
  readonly isWhole: boolean;
  readonly last: Place;
}

/** Whether `one` comes later in the common order. A list whose last entry read comes later is rarer. */
function comesAfter(one: Place, other: Place): boolean {
  if (one.holders !== other.holders) return one.holders < other.holders;
  if (one.length !== other.length) return one.length > other.length;
  return one.address!.compare(other.address!) > 0;
}

/** Greater than every text of a hundred characters with this prefix, less than all greater other texts. */
const afterPrefix = (text: string): string => text + '\u{10ffff}'.repeat(100);

class Search {
  readonly #found = new Map<string, Buffer>();

  constructor(
    private readonly pool: Pool,
    private readonly isToken: boolean,
    private readonly text: string,
    private readonly count: number,
  ) {}

  async byPair(): Promise<readonly Buffer[]> {
    this.#add(await this.#rows('by pair', BY_PAIR, [this.count]));
    return this.#first();
  }

  /** The first matches by walking lists; undefined where one would have to be walked too far. */
  async walked(): Promise<readonly Buffer[] | undefined> {
    for (const group of GROUPS) {
      this.#add(await this.#rows('exact', EXACT('$4'), [this.count, group]));
      for (const place of PLACES) {
        if (this.#found.size >= this.count) return this.#first();
        const addresses =
          (place === 1 && (await this.#fewPrefixes(group))) || (await this.#walk(group, place));
        if (!addresses) return undefined;
        this.#add(addresses);
      }
    }
    return this.#first();
  }

  /** The first matches of all texts with the query in them; undefined where there are more than `most`. */
  async gathered(most: number | undefined): Promise<readonly Buffer[] | undefined> {
    const { rows } = await this.pool.query<{ addresses: Buffer[]; texts: string }>({
      name: 'names gathered',
      text: BY_TRIPLES,
      values: [this.text, this.isToken, 2 * this.count, most === undefined ? null : most + 1],
    });
    const { addresses, texts } = rows[0]!;
    if (most !== undefined && Number(texts) > most) return undefined;
    this.#add(addresses);
    return this.#first();
  }

  /** The first texts with the query as prefix; undefined where there are too many. */
  async #fewPrefixes(group: number): Promise<readonly Buffer[] | undefined> {
    const { rows } = await this.pool.query<{ addresses: Buffer[]; texts: number }>({
      name: 'names by prefix',
      text: BY_PREFIX,
      values: [this.text, this.isToken, afterPrefix(this.text), group, this.#enough, PREFIXES + 1],
    });
    const { addresses, texts } = rows[0]!;
    return texts > PREFIXES ? undefined : addresses;
  }

  /** Walks the list of the rarest pair; undefined where that takes too long. */
  async #walk(group: number, place: number): Promise<readonly Buffer[] | undefined> {
    let rarest: Walked | undefined;
    for (const pair of this.#pairs) {
      const walked = await this.#look(pair, group, place, GLANCE);
      if (walked.isWhole) return walked.addresses;
      if (rarest === undefined || comesAfter(walked.last, rarest.last)) rarest = walked;
    }
    const { addresses, isWhole } = await this.#look(rarest!.pair, group, place, WALK);
    return isWhole ? addresses : undefined;
  }

  async #look(pair: Pair, group: number, place: number, most: number): Promise<Walked> {
    // A prefix match has all pairs but the first further inside.
    const list = place === 1 && !pair.isFirst ? 2 : place;
    const { rows } = await this.pool.query<Place & { addresses: Buffer[] }>({
      name: 'names walked',
      text: BY_WALK,
      values: [this.text, this.isToken, pair.text, group, list, place, most, this.#enough],
    });
    const { addresses, ...last } = rows[0]!;
    return { pair, addresses, isWhole: last.address === null, last };
  }

  /** The first pair, then others from the end: words more often begin alike than end alike. */
  get #pairs(): readonly Pair[] {
    const characters = [...this.text];
    const pairs = characters.slice(1).map((second, at) => characters[at]! + second);
    const [first, ...others] = pairs;
    return [
      { text: first!, isFirst: true },
      ...[...new Set(others.reverse())].slice(0, MOST_PAIRS - 1).map((text) => ({ text, isFirst: false })),
    ];
  }

  /**
   * Rows that contain enough new addresses: an address has two texts of a collection at most, and fewer than
   * `count` addresses came from earlier lists.
   */
  get #enough(): number {
    return 4 * this.count;
  }

  async #rows(how: string, text: string, values: readonly unknown[]): Promise<readonly Buffer[]> {
    const { rows } = await this.pool.query<{ address: Buffer }>({
      name: `names ${how}`,
      text,
      values: [this.text, this.isToken, ...values],
    });
    return rows.map(({ address }) => address);
  }

  #add(addresses: readonly Buffer[]): void {
    for (const address of addresses) {
      const key = address.toString('latin1');
      if (!this.#found.has(key)) this.#found.set(key, address);
    }
  }

  #first(): readonly Buffer[] {
    return [...this.#found.values()].slice(0, this.count);
  }
}
