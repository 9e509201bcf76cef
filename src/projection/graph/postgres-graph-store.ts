import type { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import {
  type Direction,
  GraphStore,
  type HeldAttribute,
  type HeldNow,
  type HeldRelation,
} from './graph-store.reader.js';

/** A single row without an attribute when there is none. */
const ATTRIBUTES_OF = `
SELECT head.block, held.id, held.reference_block AS "referenceBlock"
FROM claim_head head
LEFT JOIN LATERAL (
  SELECT definition.id, claim.reference_block
  FROM served_definition definition
  JOIN attributes_at(ARRAY[$1::bytea], head.block) claim USING (definition_set, definition)
  WHERE kind = head.kind AND covered @> head.block AND definition.id COLLATE "C" > $2 AND evaluated @> int8range(start_block, head.block, '[]')
  ORDER BY definition.id COLLATE "C"
  LIMIT $3
) held ON true
WHERE head.kind = 'attribute'
ORDER BY held.id COLLATE "C"`;

const ATTRIBUTE_IDS_OF = `
WITH served AS MATERIALIZED (
  SELECT definition.*, head.block FROM claim_head head JOIN served_definition definition USING (kind)
  WHERE head.kind = 'attribute' AND definition.covered @> head.block
)
SELECT subject AS address, id
FROM (SELECT max(block) AS block FROM served) head
CROSS JOIN LATERAL attributes_at($1, head.block) claim
JOIN served USING (definition_set, definition)
WHERE evaluated @> int8range(start_block, head.block, '[]')
ORDER BY id COLLATE "C"`;

/**
 * One index step for each relation, up to the page: an object may have a million subjects. A relation is evaluated exactly where it is
 * covered, so the open segments are those that hold at the head.
 */
const relationsOf = (open: string, counterpart: string): string => `
SELECT head.block, held.id, held.counterpart, held.reference_block AS "referenceBlock", held.value
FROM claim_head head
LEFT JOIN LATERAL (
  SELECT definition.id, claim.${counterpart} AS counterpart, claim.reference_block, claim.value
  FROM served_definition definition
  CROSS JOIN LATERAL ${open}(
    $1, definition.definition_set, definition.definition, CASE WHEN definition.id = $2 THEN $3 ELSE ''::bytea END, definition.evaluated,
    head.block, $4
  ) claim
  WHERE kind = head.kind AND covered @> head.block AND definition.id COLLATE "C" >= $2
  ORDER BY definition.id COLLATE "C", 2
  LIMIT $4
) held ON true
WHERE head.kind = 'relation'
ORDER BY held.id COLLATE "C", held.counterpart`;

const RELATIONS_OF: Readonly<Record<Direction, string>> = {
  subject: relationsOf('open_relations_from', 'object'),
  object: relationsOf('open_relations_to', 'subject'),
};

/** All columns of the claim are null where there is none. */
type Row<Claim> = { readonly block: number } & (Claim | { readonly id: null });

/** Open segments in the tables of the engine. */
export class PostgresGraphStore extends GraphStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  attributesOf(address: Address, afterId: string, rowLimit: number): Promise<HeldNow<HeldAttribute>> {
    const values = [fromHex(address), afterId, rowLimit];
    return this.#read('attributes now', ATTRIBUTES_OF, values, ({ id, referenceBlock }) => ({
      id,
      referenceBlock,
    }));
  }

  async attributeIdsOf(addresses: readonly Address[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows } = await this.pool.query<{ address: Address; id: string }>({
      name: 'attribute ids now',
      text: ATTRIBUTE_IDS_OF,
      values: [addresses.map(fromHex)],
      types: JSON_READY,
    });
    const ids = new Map<string, string[]>();
    for (const { address, id } of rows) ids.set(address, [...(ids.get(address) ?? []), id]);
    return ids;
  }

  relationsOf(
    address: Address,
    direction: Direction,
    { id, counterpart }: { readonly id: string; readonly counterpart: string },
    rowLimit: number,
  ): Promise<HeldNow<HeldRelation>> {
    const values = [fromHex(address), id, fromHex(counterpart), rowLimit];
    return this.#read(
      `relations now of ${direction}`,
      RELATIONS_OF[direction],
      values,
      ({ id, counterpart: other, referenceBlock, value }) => ({
        id,
        counterpart: other,
        referenceBlock,
        value,
      }),
    );
  }

  async #read<Claim extends { readonly id: string }>(
    name: string,
    text: string,
    values: unknown[],
    claimOf: (row: Claim) => Claim,
  ): Promise<HeldNow<Claim>> {
    const { rows } = await this.pool.query<Row<Claim>>({ name, text, values, types: JSON_READY });
    const [first] = rows;
    if (!first) return { claims: [] };
    return { block: first.block, claims: rows.filter(isClaim).map(claimOf) };
  }
}

function isClaim<Claim extends { readonly id: string }>(
  row: Row<Claim>,
): row is { readonly block: number } & Claim {
  return row.id !== null;
}
