import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../domain/refusal/not-covered.js';
import { jsonList } from '../platform/postgres/json-list.js';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import type { ClaimInterval, ClaimKind } from './claim-interval.js';

export type { ClaimInterval, ClaimKind };

/** Claims of an address at a block. */
export interface ClaimsAtBlock {
  /** Highest evaluated block. */
  readonly coverageBlock: number;
  /** Ascending by start, id and counterpart. */
  readonly intervals: readonly ClaimInterval[];
  /** Attribute families, or relation ids, whose claims are listed; ascending. */
  readonly coveredFamilies: readonly string[];
  /** False when nothing at all is recorded of the address. */
  readonly isKnown: boolean;
}

/** A segment holds at a block if all blocks from its first to that one are evaluated. */
const segmentsOf = (claims: string, families: string): string => `
SELECT claim.*, definition.id, definition.family, definition.covered, definition.evaluated
FROM served_definition definition
JOIN ${claims}(ARRAY[$1::bytea], $2) claim USING (definition_set, definition)
WHERE definition.kind = $4 AND definition.family = ANY(${families})
  AND definition.evaluated @> int8range(claim.start_block, $2, '[]')`;

const intervalsOf = (segments: string): string => `
SELECT segment.id, segment.value, shown.start_block AS "startBlock", shown.end_block AS "endBlock",
       '0x' || encode(nullif(segment.object, ''), 'hex') AS counterpart
FROM ${segments} segment
CROSS JOIN LATERAL claim_interval(
  segment.definition_set, segment.subject, segment.definition, segment.object, segment.interval_start, segment.end_block,
  segment.covered, segment.evaluated
) shown`;

const ORDER = '"startBlock", id COLLATE "C", counterpart';

/**
 * Claims and coverage from one snapshot. A family is not covered for the address if one of its definitions is
 * undecided at the block or depends on code that is not known. Whether the address is known is looked up in
 * one index after the other until one has it, the likeliest first. Where claims or the bytes of their values
 * exceed the limits, none are read.
 */
const atBlock = (claims: string): string => `
SELECT head.block AS "headNumber", head.covered @> $2::int8 AS "isCovered", gap.from_block AS "fromBlock", gap.to_block AS "toBlock",
       to_json(families.names) AS "coveredFamilies", held.intervals, held."areMany", (
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
  WITH first AS MATERIALIZED (${segmentsOf(claims, 'families.names')} LIMIT $5 + 1),
       size AS (SELECT count(*) > $5 OR coalesce(sum(octet_length(value)), 0) > $6 AS "areMany" FROM first)
  SELECT "areMany", CASE WHEN NOT "areMany" THEN (
    SELECT json_agg(listed ORDER BY ${ORDER}) FROM (${intervalsOf('first')}) listed
  ) END AS intervals
  FROM size
) held
WHERE head.kind = $4`;

const AT_BLOCK: Readonly<Record<ClaimKind, string>> = {
  attribute: atBlock('attributes_at'),
  relation: atBlock('segments_at'),
};

const TOO_MANY = `
SELECT held.family FROM (${segmentsOf('segments_at', '$3')}) held
GROUP BY held.family HAVING count(*) > $5 OR coalesce(sum(octet_length(held.value)), 0) > $6`;

const ALL = `${intervalsOf(`(${segmentsOf('segments_at', '$3')})`)} ORDER BY ${ORDER}`;

interface AtBlockRow extends MissingRow {
  readonly isCovered: boolean;
  /** Lists as JSON. */
  readonly coveredFamilies: string | null;
  readonly intervals: string | null;
  readonly areMany: boolean;
  readonly isKnown: boolean;
}

/** The most claims, and the most bytes of all their values. */
type Limits = readonly [claims: number, bytes: number];

/** Limits of claims that are read in one statement and answered without pages. */
const AT_ONCE: Limits = [1_000, 1 << 20];
/**
 * Limits of one relation. A contract can have any number of roles: an event that grants one costs some 2,000
 * gas.
 */
const OF_RELATION: Limits = [50_000, 8 << 20];

@Injectable()
export class ClaimsAtBlockReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Claims at the end of a block that have the address as subject.
   * @param address `0x` and 40 lower-case hex characters
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing
   * @returns undefined where there are more than 1,000 claims, or their values take more than a MiB
   * @throws {NotCovered} where no family covers the block
   */
  async heldAt(
    kind: ClaimKind,
    address: Address,
    block: number,
    firstBlock: number,
  ): Promise<ClaimsAtBlock | undefined> {
    const row = await readRow(this.pool, kind, fromHex(address), block, firstBlock, AT_ONCE);
    return row.areMany ? undefined : { ...claimsOf(row), intervals: jsonList<ClaimInterval>(row.intervals) };
  }

  /**
   * Relations with the address as subject, however many. A relation with more than 50,000 claims, or values
   * of more than 8 MiB, counts as not covered.
   * @throws {NotCovered} where no family covers the block
   */
  manyRelationsAt(address: Address, block: number, firstBlock: number): Promise<ClaimsAtBlock> {
    const subject = fromHex(address);
    const read = async (tx: PoolClient): Promise<ClaimsAtBlock> => {
      const row = await readRow(tx, 'relation', subject, block, firstBlock, [0, 0]);
      const { coveredFamilies: covered, ...others } = claimsOf(row);
      const asked = (families: readonly string[]) => [subject, block, families, 'relation'];
      const { rows: tooMany } = await tx.query<{ readonly family: string }>({
        name: 'relations too many',
        text: TOO_MANY,
        values: [...asked(covered), ...OF_RELATION],
      });
      const coveredFamilies = covered.filter((one) => !tooMany.some(({ family }) => family === one));
      const { rows: intervals } = await tx.query<ClaimInterval>({
        name: 'all relations at block',
        text: ALL,
        values: asked(coveredFamilies),
        types: JSON_READY,
      });
      return { ...others, coveredFamilies, intervals };
    };
    return inTransaction(this.pool, read, { isolation: 'repeatable read' });
  }
}

/** @throws {NotCovered} where no family covers the block */
async function readRow(
  db: Pool | PoolClient,
  kind: ClaimKind,
  subject: Buffer,
  block: number,
  firstBlock: number,
  limits: Limits,
): Promise<AtBlockRow> {
  const { rows } = await db.query<AtBlockRow>({
    name: `${kind}s at block`,
    text: AT_BLOCK[kind],
    values: [subject, block, firstBlock, kind, ...limits],
    types: JSON_READY,
  });
  const [row] = rows;
  if (!row) throw NotCovered.unavailable();
  if (!row.isCovered) throw NotCovered.block(row, block);
  return row;
}

function claimsOf({ headNumber, coveredFamilies, isKnown }: AtBlockRow): Omit<ClaimsAtBlock, 'intervals'> {
  return { coverageBlock: headNumber, coveredFamilies: jsonList<string>(coveredFamilies), isKnown };
}
