import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import { type ClaimInterval, INTERVAL_BLOCKS, INTERVAL_COLUMNS } from './claim-interval.js';

export type { ClaimInterval };

/** All that held of an address in covered blocks. */
export interface ClaimHistory {
  /** Highest block evaluated; absent while there is none. */
  readonly coverageBlock?: number;
  /** Ascending by start, id and counterpart. */
  readonly intervals: readonly ClaimInterval[];
  /** Attribute families, or relation ids, whose claims are listed; ascending. */
  readonly coveredFamilies: readonly string[];
}

/** Which end of its relations an address is. */
export type Direction = 'subject' | 'object';

const OF_UNKNOWN_CODE =
  'UNION ALL SELECT family FROM served_definition unknown WHERE records IN (SELECT records_of_unknown_code($1, NULL, $3))';

/**
 * Covered claims, without the families of definitions that were undecided about the subject, or that depend on its unknown code. A single
 * row without an interval when there is none.
 */
const historyOf = (
  kind: 'attribute' | 'relation',
  undecidedOf: string,
  unknownOf: string,
  intervals: string,
) => `
WITH covered AS MATERIALIZED (
  SELECT * FROM served_definition
  WHERE kind = '${kind}' AND NOT isempty(covered) AND family NOT IN (
    SELECT unjudged.family FROM undecided_segment JOIN served_definition unjudged USING (definition_set, definition)
    WHERE ${undecidedOf}
    ${unknownOf}
  )
)
SELECT head.block AS "coverageBlock", families.names AS "coveredFamilies", history.*
FROM claim_head head
CROSS JOIN (SELECT json_agg(DISTINCT family COLLATE "C") AS names FROM covered) families
LEFT JOIN LATERAL (${intervals}) history ON true
WHERE head.kind = '${kind}'
ORDER BY history."startBlock", history.id COLLATE "C", history.counterpart`;

/** An address has few attributes: all its intervals are looked at. */
const OF_ATTRIBUTES = historyOf(
  'attribute',
  'subject = $1',
  OF_UNKNOWN_CODE,
  `
  SELECT ${INTERVAL_COLUMNS}, NULL AS counterpart
  FROM covered definition
  JOIN proof_segment claim USING (definition_set, definition)
  ${INTERVAL_BLOCKS}
  WHERE claim.subject = $1 AND claim.start_block = claim.interval_start AND NOT isempty(visible.blocks)
  ORDER BY "startBlock", definition.id COLLATE "C"
  LIMIT $2`,
);

/**
 * An address may have any number of relations: only the page, and rows that begin in the block of its last row, are read. A relation is
 * evaluated exactly where it is covered, so its intervals are shown from their beginning.
 */
const ofRelations = (side: Direction, counterpart: Direction) =>
  historyOf(
    'relation',
    side === 'subject' ? 'subject = $1' : 'false',
    side === 'subject' ? OF_UNKNOWN_CODE : 'AND $3::int8 IS NOT NULL',
    `
  SELECT ${INTERVAL_COLUMNS}, claim.${counterpart} AS counterpart
  FROM (
    SELECT * FROM proof_segment
    WHERE ${side} = $1 AND object <> '' AND start_block = interval_start
      AND definition_set = (SELECT id FROM definition_set WHERE current)
      AND definition = ANY(ARRAY(SELECT definition FROM covered))
    ORDER BY start_block
    FETCH FIRST $2 ROWS WITH TIES
  ) claim
  JOIN covered definition USING (definition)
  ${INTERVAL_BLOCKS}
  ORDER BY "startBlock", definition.id COLLATE "C", claim.${counterpart}
  LIMIT $2`,
  );

const OF_RELATIONS = {
  subject: ofRelations('subject', 'object'),
  object: ofRelations('object', 'subject'),
};

interface HistoryRow extends Omit<ClaimInterval, 'id' | 'startBlock'> {
  readonly coverageBlock: number;
  /** JSON. */
  readonly coveredFamilies: string | null;
  readonly id: string | null;
  readonly startBlock: number;
}

@Injectable()
export class ClaimHistoryReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain.
   */
  attributesOf(address: string, rowLimit: number, firstBlock: number): Promise<ClaimHistory> {
    return this.#read('attribute history', OF_ATTRIBUTES, [fromHex(address), rowLimit, firstBlock]);
  }

  /** As for attributes. */
  relationsOf(
    address: string,
    direction: Direction,
    rowLimit: number,
    firstBlock: number,
  ): Promise<ClaimHistory> {
    const values = [fromHex(address), rowLimit, firstBlock];
    return this.#read(`relation history of ${direction}`, OF_RELATIONS[direction], values);
  }

  async #read(name: string, text: string, values: unknown[]): Promise<ClaimHistory> {
    const { rows } = await this.pool.query<HistoryRow>({
      name,
      text,
      values,
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) return { intervals: [], coveredFamilies: [] };
    const { coverageBlock, coveredFamilies } = first;
    return {
      coverageBlock,
      intervals: rows.flatMap(({ id, counterpart, startBlock, endBlock, value }) =>
        id === null ? [] : [{ id, counterpart, startBlock, endBlock, value }],
      ),
      coveredFamilies: coveredFamilies === null ? [] : (JSON.parse(coveredFamilies) as string[]),
    };
  }
}
