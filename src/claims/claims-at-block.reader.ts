import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../domain/refusal/not-covered.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import type { ClaimInterval, ClaimKind } from './claim-interval.js';

export type { ClaimInterval, ClaimKind };

/** Claims of an address at a block. */
export interface ClaimsAtBlock {
  /** Highest block evaluated. */
  readonly coverageBlock: number;
  /** Ascending by start, id and counterpart. */
  readonly intervals: readonly ClaimInterval[];
  /** Attribute families, or relation ids, whose claims are listed; ascending. */
  readonly coveredFamilies: readonly string[];
  /** False when nothing at all is recorded of the address. */
  readonly isKnown: boolean;
}

/**
 * Claims and coverage from one snapshot. A segment holds at the block if it reaches it within its evaluated range. A family is not covered
 * for the address if one of its definitions is undecided there or depends on unknown code. Whether the address is known takes one step into
 * an index after the other, until one has it: what happens to most addresses first.
 */
const atBlock = (claims: string): string => `
SELECT head.block AS "headNumber", head.covered @> $2::int8 AS "isCovered", gap.from_block AS "fromBlock", gap.to_block AS "toBlock",
       to_json(families.names) AS "coveredFamilies", held.intervals, (
         (SELECT yes FROM has_facts($1))
         OR EXISTS (SELECT FROM is_active($1))
         OR EXISTS (SELECT FROM code_change WHERE address = $1)
         OR EXISTS (SELECT FROM is_object($1))
         OR EXISTS (SELECT FROM definition_set CROSS JOIN LATERAL has_claims(id, $1) claimed WHERE current AND yes)
       ) AS "isKnown"
FROM claim_head head
LEFT JOIN LATERAL gaps(head.covered, $3, head.block) gap ON $2 BETWEEN gap.from_block AND gap.to_block
CROSS JOIN LATERAL (
  SELECT array_agg(DISTINCT family COLLATE "C") AS names
  FROM served_definition
  WHERE kind = head.kind AND covered @> $2::int8 AND family NOT IN (
    SELECT unjudged.family FROM undecided_of(ARRAY[$1::bytea]) JOIN served_definition unjudged USING (definition_set, definition)
    WHERE start_block <= $2 AND (end_block IS NULL OR end_block >= $2)
      AND unjudged.evaluated @> int8range(start_block, $2, '[]')
    UNION ALL
    SELECT unknown.family FROM served_definition unknown WHERE records IN (SELECT records_of_unknown_code($1, $2, $3))
  )
) families
CROSS JOIN LATERAL (
  SELECT json_agg(listed ORDER BY "startBlock", id COLLATE "C", counterpart) AS intervals
  FROM (
    SELECT definition.id, claim.value, shown.start_block AS "startBlock", shown.end_block AS "endBlock", '0x' || encode(nullif(claim.object, ''), 'hex') AS counterpart
    FROM served_definition definition
    JOIN ${claims}(ARRAY[$1::bytea], $2) claim USING (definition_set, definition)
    CROSS JOIN LATERAL claim_interval(
      claim.definition_set, claim.subject, claim.definition, claim.object, claim.interval_start, claim.end_block, definition.covered,
      definition.evaluated
    ) shown
    WHERE definition.kind = head.kind AND definition.family = ANY(families.names)
      AND definition.evaluated @> int8range(claim.start_block, $2, '[]')
  ) listed
) held
WHERE head.kind = $4`;

const AT_BLOCK: Readonly<Record<ClaimKind, string>> = {
  attribute: atBlock('attributes_at'),
  relation: atBlock('segments_at'),
};

interface AtBlockRow extends MissingRow {
  readonly isCovered: boolean;
  /** JSON, like the next. */
  readonly coveredFamilies: string | null;
  readonly intervals: string | null;
  readonly isKnown: boolean;
}

@Injectable()
export class ClaimsAtBlockReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Relations are those the address is the subject of.
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} where no family covers the block
   */
  async heldAt(kind: ClaimKind, address: Address, block: number, firstBlock: number): Promise<ClaimsAtBlock> {
    const { rows } = await this.pool.query<AtBlockRow>({
      name: `${kind}s at block`,
      text: AT_BLOCK[kind],
      values: [fromHex(address), block, firstBlock, kind],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    const { headNumber, isCovered, coveredFamilies, intervals, isKnown } = row;
    if (!isCovered) throw NotCovered.block(row, block);
    return {
      coverageBlock: headNumber,
      intervals: intervals === null ? [] : (JSON.parse(intervals) as ClaimInterval[]),
      coveredFamilies: coveredFamilies === null ? [] : (JSON.parse(coveredFamilies) as string[]),
      isKnown,
    };
  }
}
