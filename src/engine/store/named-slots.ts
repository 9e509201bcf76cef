import type { Pool, PoolClient } from 'pg';
import type { Catalog, CatalogSource } from '../../definition/model/definition.js';
import type { FactSource } from '../../definition/model/fact-source.js';
import type { AnyOperands, Predicate } from '../../definition/model/predicate.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { slotOf } from '../model/slots.js';
import { predicatesOf } from '../model/trigger-index.js';

const SLOT_FACTS = `
SELECT DISTINCT subject AS address, text FROM fact JOIN fact_source source ON source.id = fact.source AND text LIKE '{"kind":"storage"%'
WHERE hashbytea(subject) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest($1::bytea[]) one)) AND subject = ANY($1)`;

const CLAIMS_OF = `
SELECT DISTINCT subject AS address, number.id FROM proof_segment segment
JOIN definition_set ON definition_set.id = segment.definition_set AND current
JOIN definition_number number ON number.number = segment.definition AND number.id = ANY($2)
WHERE hashbytea(subject) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest($1::bytea[]) one)) AND subject = ANY($1) AND end_block IS NULL`;

/** All claims of an address are on one page. */
const PAGE = `
SELECT hashbytea(subject) AS hash, subject AS address, number.id FROM proof_segment segment
JOIN definition_set ON definition_set.id = segment.definition_set AND current
JOIN definition_number number ON number.number = segment.definition AND number.id = ANY($2)
WHERE hashbytea(subject) > $1::int8 AND end_block IS NULL
ORDER BY hashbytea(subject) FETCH FIRST ($3) ROWS WITH TIES`;

const BELOW_ALL = -(2 ** 31) - 1;

interface SlotPlace {
  readonly address: Address;
  /** As `formatStateRead` writes it. */
  readonly what: string;
}

interface ClaimRow {
  readonly address: Buffer;
  /** Id of the definition. */
  readonly id: string;
}

/** The slots that definitions name, of addresses with facts or claims that rest on them. */
export class NamedSlots {
  /**
   * By definition: places of the subject that it reads, and slots that must be empty, as `formatStateRead`
   * writes them.
   */
  readonly #read: ReadonlyMap<string, readonly string[]>;
  readonly #empty: ReadonlyMap<string, readonly string[]>;

  constructor(catalog: Catalog) {
    this.#read = placesBy(catalog, ({ source }) =>
      source.kind === 'storage' ? slotRead(slotOf(source.slot)) : isDelegate(source) ? CODE : undefined,
    );
    this.#empty = placesBy(catalog, ({ source }, operator) =>
      source.kind === 'storage' && operator === 'absent' ? slotRead(slotOf(source.slot)) : undefined,
    );
  }

  /** The slots of these addresses that have facts, and those that claims need to be empty. */
  async of(db: Pool | PoolClient, addresses: readonly Buffer[]): Promise<SlotPlace[]> {
    if (addresses.length === 0) return [];
    const facts = await db.query<{ address: Buffer; text: string }>({
      name: 'slot facts of addresses',
      text: SLOT_FACTS,
      values: [addresses],
    });
    const claims = await db.query<ClaimRow>({
      name: 'claims that need empty slots',
      text: CLAIMS_OF,
      values: [addresses, [...this.#empty.keys()]],
    });
    return [
      ...facts.rows.flatMap(({ address, text }) => {
        const source = JSON.parse(text) as FactSource;
        return source.kind === 'storage' ? [placeOf(address, slotRead(slotOf(source.slot)))] : [];
      }),
      ...placesOf(claims.rows, this.#empty),
    ];
  }

  /**
   * A page of the places that current claims rest on, in an order of addresses by hash.
   *
   * @param after `last` of the page before; the last page has no `last`
   */
  async page(
    db: Pool | PoolClient,
    after: number | undefined,
    claims: number,
  ): Promise<{ readonly places: readonly SlotPlace[]; readonly last?: number }> {
    const { rows } = await db.query<ClaimRow & { readonly hash: number }>({
      name: 'page of claims that read slots',
      text: PAGE,
      values: [after ?? BELOW_ALL, [...this.#read.keys()], claims],
    });
    const last = rows.at(-1)?.hash;
    return { places: placesOf(rows, this.#read), ...(last !== undefined && { last }) };
  }
}

function placesBy(
  catalog: Catalog,
  placeOf: (source: CatalogSource, operator: Predicate['operator']) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const places = catalog.definitions.map((definition) => {
    const found = predicatesOf(definition).flatMap((predicate) => {
      const { source: id, at }: AnyOperands = predicate;
      if (id === undefined || at !== undefined) return [];
      return placeOf(catalog.sources[id]!, predicate.operator) ?? [];
    });
    return [definition.id, [...new Set(found)]] as const;
  });
  return new Map(places.filter(([, found]) => found.length > 0));
}

function placesOf(rows: readonly ClaimRow[], places: ReadonlyMap<string, readonly string[]>): SlotPlace[] {
  return rows.flatMap(({ address, id }) => places.get(id)!.map((what) => placeOf(address, what)));
}

const placeOf = (address: Buffer, what: string): SlotPlace => ({ address: toHex(address), what });
const slotRead = (slot: Hex): string => formatStateRead({ kind: 'slot', slot });
const CODE = formatStateRead({ kind: 'code' });
const isDelegate = (source: FactSource): boolean => source.kind === 'code' && source.register === 'delegate';
