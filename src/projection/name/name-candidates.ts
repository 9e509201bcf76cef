import type { Pool } from 'pg';

/** What is searched: texts that tokens declare, or names that addresses are known by. */
export type Collection = 'tokens' | 'names';

/** So many texts are gathered and ordered at most; where there are more, they are walked in order. */
const FEW = 2_000;
/** So far a list is walked for texts of three characters and more. */
const WALK = 4_000;
const GROUPS = [1, 2, 3, 4] as const;
/** As `name_pair` has it, from prefix to fragment. */
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

/** A longer text among those that have its first two characters ($3 group, $4 how many, $5 how close); whether the list goes on where the walk ended. */
const BY_WALK = `
WITH met AS MATERIALIZED (
  SELECT walked.address
  FROM (
    SELECT holders, length, address, matched_on FROM name_pair
    WHERE pair = left($1, 2) AND is_token = $2 AND standing_group = $3 AND closeness = $5
    ${IN_ORDER}, matched_on
    LIMIT ${WALK}
  ) walked
  CROSS JOIN LATERAL (
    SELECT folded FROM name_text WHERE address = walked.address AND matched_on = walked.matched_on OFFSET 0
  ) said
  WHERE CASE WHEN $5 = 1 THEN starts_with(folded, $1) ELSE strpos(folded, $1) > 0 END
  ORDER BY holders DESC, length, address
  LIMIT $4
)
SELECT ARRAY(SELECT address FROM met) AS addresses,
  (SELECT count(*) FROM met) < $4 AND EXISTS (
    SELECT FROM name_pair
    WHERE pair = left($1, 2) AND is_token = $2 AND standing_group = $3 AND closeness = $5
    ${IN_ORDER} OFFSET ${WALK}
  ) AS "goesOn"`;

/** Texts of three characters and more, in the order of matches: $1 text, $2 whether of tokens, $3 how many addresses, $4 of how many texts. */
const BY_TRIPLES = `
WITH found AS MATERIALIZED (
  SELECT address, matched_on, folded, standing_group, holders, length, carries_hex FROM name_text
  WHERE name_triples(folded, is_token) @> name_triples($1, $2) AND is_token = $2 AND strpos(folded, $1) > 0
  LIMIT $4
)
SELECT ARRAY(
  SELECT address FROM found
  ORDER BY standing_group,
    CASE WHEN folded = $1 AND matched_on <> 3 THEN 0 WHEN carries_hex THEN 3 WHEN starts_with(folded, $1) THEN 1 ELSE 2 END,
    holders DESC, length, address
  LIMIT $3
) AS addresses, (SELECT count(*) FROM found) AS texts`;

/**
 * The addresses, as bytes, that stand first among those of which a text has the folded query in it: exactly those, whatever the query, as of
 * the texts stored. Reads a bounded number of rows, unless a frequent text of three characters and more stands only far behind in the lists of
 * its first two.
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
    let isWhole = true;
    await this.#inOrder(async (group, place) => {
      const { rows } = await this.pool.query<{ addresses: Buffer[]; goesOn: boolean }>({
        name: 'names walked',
        text: BY_WALK,
        values: [this.text, this.isToken, group, this.#enough, place],
      });
      const { addresses, goesOn } = rows[0]!;
      isWhole &&= !goesOn;
      return isWhole ? addresses : undefined;
    });
    return isWhole ? this.#first() : undefined;
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

  /** Equal texts and then one list after another, until there are enough; `of` gives undefined to break off. */
  async #inOrder(
    of: (group: number, place: number) => Promise<readonly Buffer[] | undefined>,
  ): Promise<void> {
    for (const group of GROUPS) {
      this.#add(await this.#rows('exact', EXACT('$4'), [this.count, group]));
      for (const place of PLACES) {
        if (this.#found.size >= this.count) return;
        const addresses = await of(group, place);
        if (addresses === undefined) return;
        this.#add(addresses);
      }
    }
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
