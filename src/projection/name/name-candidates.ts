import type { Pool } from 'pg';

/** The searched texts: token declarations, or names of addresses. */
export type Collection = 'tokens' | 'names';

/** So many texts are gathered and ordered at most; where there are more, they are walked in order. */
const FEW = 2_000;
/** So many texts that begin with a text are ordered at most. */
const PREFIXES = 40_000;
/** So far the list of every pair of a text is walked, and then that of the rarest. */
const GLANCE = 1_000;
const WALK = 100_000;
/** Pairs of a long text that are looked at. */
const MOST_PAIRS = 8;
const GROUPS = [1, 2, 3, 4] as const;
/** As in `name_pair`, from prefix to fragment. */
const PLACES = [1, 2, 3] as const;

const IN_ORDER = 'ORDER BY holders DESC, length, address';

/** Equal symbols or names of one group: $1 text, $2 whether of tokens, $3 how many. */
const EXACT = (group: string) => `
SELECT holders, length, address FROM name_text
WHERE folded = $1 AND is_token = $2 AND standing_group = ${group} AND matched_on <> 3 AND length <= 100
ORDER BY holders DESC, address
LIMIT $3`;

/**
 * Two characters, of every group and closeness the first of their list. An address has two texts of a collection at most, and fewer than $3
 * addresses come from the lists before one that is needed: four times $3 rows of each hold $3 that are new, and five times $3 of all.
 */
const BY_PAIR = `
SELECT address FROM (
  SELECT place.standing_group, 0 AS closeness, equal.*
  FROM unnest(ARRAY[${GROUPS}]::int2[]) AS place (standing_group)
  CROSS JOIN LATERAL (${EXACT('place.standing_group')}) equal
  UNION ALL
  SELECT place.standing_group, near.closeness, listed.*
  FROM unnest(ARRAY[${GROUPS}]::int2[]) AS place (standing_group)
  CROSS JOIN unnest(ARRAY[${PLACES}]::int2[]) AS near (closeness)
  CROSS JOIN LATERAL (
    SELECT holders, length, address FROM name_pair
    WHERE pair = $1 AND is_token = $2 AND name_pair.standing_group = place.standing_group AND name_pair.closeness = near.closeness
    ${IN_ORDER}
    LIMIT 4 * $3
  ) listed
) found
ORDER BY standing_group, closeness, holders DESC, length, address
LIMIT 5 * $3`;

/** Texts that begin with one ($3 what comes after all of them, $4 group, $5 how many addresses, $6 of how many texts), and how many there are. */
const BY_PREFIX = `
WITH found AS MATERIALIZED (
  SELECT holders, length, address FROM name_text
  WHERE is_token = $2 AND standing_group = $4 AND NOT carries_hex AND beginning >= $1 AND beginning < $3
  LIMIT $6
)
SELECT ARRAY(SELECT address FROM found ${IN_ORDER} LIMIT $5) AS addresses, (SELECT count(*) FROM found)::int AS texts`;

/** The list of a pair ($3 pair, $4 group, $5 how close). */
const LIST = `
FROM name_pair
WHERE pair = $3 AND is_token = $2 AND standing_group = $4 AND closeness = $5
${IN_ORDER}, matched_on`;

/**
 * A text among the first $7 of a list, met so closely ($6), $8 at most; and the last of so many, where the list has them and fewer were met. Only
 * texts whose signature allows for it are looked at. The list is read in its order, and no further than needed.
 */
const BY_WALK = `
WITH met AS MATERIALIZED (
  SELECT listed.address
  FROM (SELECT holders, length, address, matched_on, signature ${LIST} LIMIT $7) listed
  CROSS JOIN LATERAL (
    SELECT strpos(folded, $1) AS at FROM name_text WHERE address = listed.address AND matched_on = listed.matched_on OFFSET 0
  ) said
  WHERE listed.signature & (SELECT name_signature($1)) = (SELECT name_signature($1))
    AND CASE $6::int WHEN 1 THEN at = 1 WHEN 2 THEN at > 1 ELSE at > 0 END
  ${IN_ORDER}
  LIMIT $8
)
SELECT ARRAY(SELECT address FROM met) AS addresses, last.*
FROM (SELECT count(*) AS texts FROM met) found
LEFT JOIN LATERAL (SELECT holders, length, address ${LIST} OFFSET $7 - 1 LIMIT 1) last ON texts < $8`;

/** Texts of three characters and more, in the order of matches: $1 text, $2 whether of tokens, $3 how many addresses, $4 of how many texts. */
const BY_TRIPLES = `
WITH found AS MATERIALIZED (SELECT * FROM texts_with($1, $2, $4))
SELECT ARRAY(
  SELECT address FROM found
  ORDER BY standing_group,
    CASE WHEN folded = $1 AND matched_on <> 3 THEN 0 WHEN carries_hex THEN 3 WHEN starts_with(folded, $1) THEN 1 ELSE 2 END,
    holders DESC, length, address
  LIMIT $3
) AS addresses, (SELECT count(*) FROM found) AS texts`;

/**
 * The addresses, as bytes, of the first stored texts that contain the folded query: exactly those, for any query. Reads a bounded number of
 * rows, unless a frequent text of three characters or more is only far behind in the list of its rarest pair.
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

/** The result of a pair's list. */
interface Walked {
  readonly pair: Pair;
  readonly addresses: readonly Buffer[];
  /** Enough rows, or the whole list. */
  readonly isWhole: boolean;
  readonly last: Place;
}

/** The rarer of two lists is the one whose thousandth text comes later in the common order. */
function comesAfter(one: Place, other: Place): boolean {
  if (one.holders !== other.holders) return one.holders < other.holders;
  if (one.length !== other.length) return one.length > other.length;
  return one.address!.compare(other.address!) > 0;
}

/** Behind every text of a hundred characters that begins with this one, and before all others that are greater. */
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

  /** Undefined where a list would have to be walked further. */
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

  /** Undefined where there are more texts than `most`. */
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

  /** Undefined where there are more than a few. */
  async #fewPrefixes(group: number): Promise<readonly Buffer[] | undefined> {
    const { rows } = await this.pool.query<{ addresses: Buffer[]; texts: number }>({
      name: 'names by prefix',
      text: BY_PREFIX,
      values: [this.text, this.isToken, afterPrefix(this.text), group, this.#enough, PREFIXES + 1],
    });
    const { addresses, texts } = rows[0]!;
    return texts > PREFIXES ? undefined : addresses;
  }

  /** Walks the list of the pair in which the text comes soonest; undefined where that takes too long. */
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
    // A text with this prefix has its other pairs further inside.
    const list = place === 1 && !pair.isFirst ? 2 : place;
    const { rows } = await this.pool.query<Place & { addresses: Buffer[] }>({
      name: 'names walked',
      text: BY_WALK,
      values: [this.text, this.isToken, pair.text, group, list, place, most, this.#enough],
    });
    const { addresses, ...last } = rows[0]!;
    return { pair, addresses, isWhole: last.address === null, last };
  }

  /** Its first pair, and others from its end backwards: words begin alike more often than they end. */
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
   * Rows that hold as many new addresses as are asked for: an address has two texts of a collection at most, and fewer than `count` addresses
   * came from the lists before.
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
