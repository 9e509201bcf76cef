import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { jsonList } from '../platform/postgres/json-list.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import type { ClaimInterval } from './claim-interval.js';

export type { ClaimInterval };

/** All claims of an address in covered blocks. */
export interface ClaimHistory {
  /** Highest evaluated block; absent while nothing is evaluated. */
  readonly coverageBlock?: number;
  /** Ascending by start, id and counterpart. */
  readonly intervals: readonly ProvenInterval[];
  /** Attribute families, or relation ids, whose claims are listed; ascending. */
  readonly coveredFamilies: readonly string[];
}

/** Whether an address is the subject or the object of its relations. */
export type Direction = 'subject' | 'object';

/**
 * Covered claims, without the families of definitions that were undecided about the subject, or that depend on its unknown code. A single
 * row without an interval when there is none. An address has few attributes: all its segments are read at once.
 */
const OF_ATTRIBUTES = `
WITH covered AS MATERIALIZED (
  SELECT * FROM served_definition
  WHERE kind = 'attribute' AND NOT isempty(covered) AND family NOT IN (
    SELECT undecided.family FROM undecided_of(ARRAY[$1::bytea]) JOIN served_definition undecided USING (definition_set, definition)
    UNION ALL
    SELECT family FROM served_definition unknown WHERE records IN (SELECT records_of_unknown_code($1, NULL, $3))
  )
)
SELECT head.block AS "coverageBlock", families.names AS "coveredFamilies", history.*
FROM claim_head head
CROSS JOIN (SELECT json_agg(DISTINCT family COLLATE "C") AS names FROM covered) families
LEFT JOIN LATERAL (
  SELECT definition.id, claim.value, shown.start_block AS "startBlock", shown.end_block AS "endBlock", NULL AS counterpart,
         'sha256:' || encode(
           claim.hashes[coalesce(width_bucket(shown.end_block, claim.starts), cardinality(claim.starts))], 'hex'
         ) AS "proofHash"
  FROM covered definition
  JOIN (
    SELECT definition_set, definition, interval_start, array_agg(start_block::int8 ORDER BY start_block) AS starts,
           array_agg(proof_hash ORDER BY start_block) AS hashes, (array_agg(value ORDER BY start_block))[1] AS value,
           (array_agg(end_block ORDER BY start_block DESC))[1] AS last_end
    FROM segments_between($1, '') GROUP BY 1, 2, 3
  ) claim USING (definition_set, definition)
  CROSS JOIN LATERAL interval_shown(claim.interval_start, claim.last_end, definition.covered, definition.evaluated) shown
  WHERE shown.start_block IS NOT NULL
  ORDER BY "startBlock", definition.id COLLATE "C"
  LIMIT $2
) history ON true
WHERE head.kind = 'attribute'
ORDER BY history."startBlock", history.id COLLATE "C", history.counterpart`;

/**
 * An address may have any number of relations, so this reads only the page and the other rows that begin in
 * the block of its last row, and makes intervals of the page alone. A relation is evaluated exactly where it
 * is covered, so its intervals are shown from their beginning.
 */
const OF_SUBJECT = `
WITH covered AS MATERIALIZED (
  SELECT * FROM served_definition
  WHERE kind = 'relation' AND NOT isempty(covered) AND family NOT IN (
    SELECT undecided.family FROM undecided_of(ARRAY[$1::bytea]) JOIN served_definition undecided USING (definition_set, definition)
    UNION ALL
    SELECT family FROM served_definition unknown WHERE records IN (SELECT records_of_unknown_code($1, NULL, $3))
  )
)
SELECT head.block AS "coverageBlock", families.names AS "coveredFamilies", history.*
FROM claim_head head
CROSS JOIN (SELECT json_agg(DISTINCT family COLLATE "C") AS names FROM covered) families
LEFT JOIN LATERAL (
  SELECT first.id, first.value, shown.start_block AS "startBlock", shown.end_block AS "endBlock", first.object AS counterpart
  FROM (
    SELECT claim.*, definition.id, definition.covered, definition.evaluated
    FROM (SELECT definition_set, array_agg(definition) AS all FROM covered GROUP BY 1) definitions
    CROSS JOIN LATERAL relations_from($1, definitions.definition_set, definitions.all, $2) claim
    JOIN covered definition ON definition.definition = claim.definition
    ORDER BY claim.start_block, definition.id COLLATE "C", claim.object
    LIMIT $2
  ) first
  CROSS JOIN LATERAL claim_interval(
    first.definition_set, first.subject, first.definition, first.object, first.interval_start, first.end_block, first.covered,
    first.evaluated
  ) shown
) history ON true
WHERE head.kind = 'relation'
ORDER BY history."startBlock", history.id COLLATE "C", history.counterpart`;

/**
 * As `OF_SUBJECT`, but for an object. Its claims have many subjects, so no family is left out because one
 * subject is undecided.
 */
const OF_OBJECT = `
WITH covered AS MATERIALIZED (
  SELECT * FROM served_definition
  WHERE kind = 'relation' AND NOT isempty(covered) AND $3::int8 IS NOT NULL
)
SELECT head.block AS "coverageBlock", families.names AS "coveredFamilies", history.*
FROM claim_head head
CROSS JOIN (SELECT json_agg(DISTINCT family COLLATE "C") AS names FROM covered) families
LEFT JOIN LATERAL (
  SELECT first.id, first.value, shown.start_block AS "startBlock", shown.end_block AS "endBlock", first.subject AS counterpart
  FROM (
    SELECT claim.*, definition.id, definition.covered, definition.evaluated
    FROM (SELECT definition_set, array_agg(definition) AS all FROM covered GROUP BY 1) definitions
    CROSS JOIN LATERAL relations_to($1, definitions.definition_set, definitions.all, $2) claim
    JOIN covered definition ON definition.definition = claim.definition
    ORDER BY claim.start_block, definition.id COLLATE "C", claim.subject
    LIMIT $2
  ) first
  CROSS JOIN LATERAL claim_interval(
    first.definition_set, first.subject, first.definition, first.object, first.interval_start, first.end_block, first.covered,
    first.evaluated
  ) shown
) history ON true
WHERE head.kind = 'relation'
ORDER BY history."startBlock", history.id COLLATE "C", history.counterpart`;

const withTimes = (history: string) => `
SELECT history.*, started.timestamp AS "startTime", ended.timestamp AS "endTime"
FROM (${history}) history
LEFT JOIN block started ON started.number = history."startBlock"
LEFT JOIN block ended ON ended.number = history."endBlock"
ORDER BY history."startBlock", history.id COLLATE "C", history.counterpart`;

/** A history with the proof that carried each interval at its end. */
const withProofs = (history: string, subject: string, object: string) => `
SELECT history.*, 'sha256:' || encode(last.proof_hash, 'hex') AS "proofHash"
FROM (${history}) history
LEFT JOIN served_definition definition ON definition.id = history.id
LEFT JOIN LATERAL proof_until(definition.definition_set, ${subject}, definition.definition, ${object}, history."endBlock") last ON true`;

const ATTRIBUTES = withTimes(OF_ATTRIBUTES);
const RELATIONS = {
  subject: withTimes(withProofs(OF_SUBJECT, '$1', 'history.counterpart')),
  object: withTimes(withProofs(OF_OBJECT, 'history.counterpart', '$1')),
};

/** An interval with its times and the newest proof in it. */
export interface ProvenInterval extends ClaimInterval {
  /** Unix seconds, of the first and last block. */
  readonly startTime: number;
  /** Null where `endBlock` is. */
  readonly endTime: number | null;
  /** The proof that carried the claim at the end of the interval, `sha256:…`. */
  readonly proofHash: string;
}

/** A row, or the one row of a history without an interval, which has no `id`. */
type HistoryRow = Omit<ProvenInterval, 'id'> & {
  readonly id: string | null;
  readonly coverageBlock: number;
  /** A list as JSON. */
  readonly coveredFamilies: string | null;
};

@Injectable()
export class ClaimHistoryReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters
   * @param rowLimit the most intervals that are read
   * @param firstBlock lowest block that exists on the chain
   */
  attributesOf(address: Address, rowLimit: number, firstBlock: number): Promise<ClaimHistory> {
    return this.#read('attribute history', ATTRIBUTES, [fromHex(address), rowLimit, firstBlock]);
  }

  /** The parameters are those of `attributesOf`. */
  relationsOf(
    address: Address,
    direction: Direction,
    rowLimit: number,
    firstBlock: number,
  ): Promise<ClaimHistory> {
    const values = [fromHex(address), rowLimit, firstBlock];
    return this.#read(`relation history of ${direction}`, RELATIONS[direction], values);
  }

  async #read(name: string, text: string, values: unknown[]): Promise<ClaimHistory> {
    const { rows } = await this.pool.query<HistoryRow>({ name, text, values, types: JSON_READY });
    const [first] = rows;
    if (!first) return { intervals: [], coveredFamilies: [] };
    const { coverageBlock, coveredFamilies } = first;
    const isInterval = (row: HistoryRow): row is HistoryRow & ProvenInterval => row.id !== null;
    return {
      coverageBlock,
      intervals: rows.filter(isInterval),
      coveredFamilies: jsonList<string>(coveredFamilies),
    };
  }
}
