import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../domain/refusal/not-covered.js';
import { jsonList } from '../platform/postgres/json-list.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';

/** A claim that holds at a block. */
export interface HeldClaim {
  readonly subject: Address;
  readonly id: string;
  /** Null for attributes. */
  readonly object: Address | null;
  readonly value: string | null;
  /** First covered block of the interval, and its time in Unix seconds. */
  readonly startBlock: number;
  readonly startTime: number;
  /** `sha256:…` */
  readonly proofHash: string;
}

/** A claim that is undecided at a block. */
export interface UndecidedClaim {
  readonly subject: Address;
  readonly id: string;
}

export interface ClaimsOfMany {
  readonly block: number;
  /**
   * First of the blocks that lead to this one without a gap for every definition that covers this one: a
   * definition that needs frames or state diffs lacks blocks that others have.
   */
  readonly coveredFromBlock: number;
  /** Ascending by subject, id and object. */
  readonly claims: readonly HeldClaim[];
  /** Ascending by subject and id. */
  readonly undecided: readonly UndecidedClaim[];
}

/**
 * Claims of the definitions about any of the subjects, and which of them are undecided, from one snapshot. A
 * single row; none while nothing is evaluated.
 */
const OF_MANY = `
SELECT head.block AS "headNumber", head.covered @> asked AS "isCovered", asked, gap.from_block AS "fromBlock", gap.to_block AS "toBlock",
       run.from_block AS "coveredFromBlock", held.claims, open.claims AS undecided
FROM (
  SELECT max(block) AS block, range_agg(range) AS covered, coalesce($3::int8, max(block)) AS asked
  FROM claim_head, unnest(covered) range
) head
LEFT JOIN LATERAL gaps(head.covered, $4, head.block) gap ON asked BETWEEN gap.from_block AND gap.to_block
LEFT JOIN LATERAL (
  SELECT coalesce(
    (SELECT max(lower(range)) FROM served_definition definition, unnest(definition.covered) range WHERE id = ANY($2) AND range @> asked),
    (SELECT lower(range) FROM unnest(head.covered) range WHERE range @> asked)
  ) AS from_block
) run ON true
CROSS JOIN LATERAL (
  SELECT json_agg(listed ORDER BY subject, id COLLATE "C", object) AS claims
  FROM (
    SELECT '0x' || encode(first.subject, 'hex') AS subject, id, '0x' || encode(nullif(object, ''), 'hex') AS object, value,
           shown.start_block AS "startBlock", block.timestamp AS "startTime", 'sha256:' || encode(proof_hash, 'hex') AS "proofHash"
    FROM (
      SELECT claim.*, definition.id, definition.covered, definition.evaluated
      FROM (SELECT array_agg(number) AS all FROM definition_number WHERE id = ANY($2)) definitions
      CROSS JOIN LATERAL claims_at(definitions.all, $1, asked) claim
      JOIN served_definition definition USING (definition_set, definition)
      WHERE definition.id = ANY($2) AND ($6::bytea IS NULL OR claim.object = $6)
        AND definition.covered @> asked AND definition.evaluated @> int8range(claim.start_block, asked, '[]')
      ORDER BY row_number() OVER (PARTITION BY claim.subject, definition.id ORDER BY claim.object),
        claim.subject, definition.id COLLATE "C"
      LIMIT $5
    ) first
    CROSS JOIN LATERAL interval_shown(first.interval_start, asked, first.covered, first.evaluated) shown
    LEFT JOIN block ON block.number = shown.start_block
  ) listed
) held
CROSS JOIN LATERAL (
  SELECT json_agg(listed ORDER BY subject, id COLLATE "C") AS claims
  FROM (
    SELECT '0x' || encode(one.subject, 'hex') AS subject, definition.id
    FROM unnest($1::bytea[]) one (subject) CROSS JOIN served_definition definition
    WHERE definition.id = ANY($2) AND (
      NOT definition.covered @> asked
      OR definition.records IN (SELECT records_of_unknown_code(one.subject, asked, $4))
      OR EXISTS (
        SELECT FROM undecided_of($1) undecided
        WHERE undecided.definition_set = definition.definition_set AND undecided.definition = definition.definition
          AND undecided.subject = one.subject AND start_block <= asked AND (end_block IS NULL OR end_block >= asked)
          AND definition.evaluated @> int8range(start_block, asked, '[]')
      )
    )
  ) listed
) open
WHERE head.block IS NOT NULL`;

interface Row extends MissingRow {
  readonly asked: number;
  readonly isCovered: boolean;
  /** Null where the block is not covered. */
  readonly coveredFromBlock: number | null;
  /** JSON; null for none. */
  readonly claims: string | null;
  readonly undecided: string | null;
}

export interface HeldBounds {
  /** The most claims that are returned. Left out are claims of the definition with the most, so that one kind hides no other. */
  readonly claimLimit: number;
  readonly firstBlock: number;
  /** Claims about this object alone. */
  readonly object?: Address | undefined;
}

@Injectable()
export class ClaimsOfManyReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param ids of definitions
   * @param block by default the highest evaluated
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} where nothing is evaluated at the block
   */
  async held(
    subjects: readonly Address[],
    ids: readonly string[],
    block: number | undefined,
    { claimLimit, firstBlock, object }: HeldBounds,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<ClaimsOfMany> {
    const { rows } = await database.query<Row>({
      name: 'claims of many',
      text: OF_MANY,
      values: [
        ...[subjects.map(fromHex), ids, block ?? null, firstBlock, claimLimit],
        object === undefined ? null : fromHex(object),
      ],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (!row.isCovered) throw NotCovered.block(row, row.asked);
    return {
      block: row.asked,
      coveredFromBlock: row.coveredFromBlock!,
      claims: jsonList<HeldClaim>(row.claims),
      undecided: jsonList<UndecidedClaim>(row.undecided),
    };
  }
}
