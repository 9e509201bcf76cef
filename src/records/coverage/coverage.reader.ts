import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Hash } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { parseMultirange } from '../../domain/interval/multirange.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

export interface HeadRow {
  readonly number: number;
  readonly hash: Hash;
  /** Unix seconds. */
  readonly timestamp: number;
}

export interface FamilyCoverage {
  /** `chain`: a family of records; `attribute`: a family of attributes; `relation`: the id of a relation. */
  readonly kind: 'chain' | 'attribute' | 'relation';
  readonly family: string;
  readonly ranges: readonly BlockRange[];
  readonly gaps: readonly BlockRange[];
}

export interface CoverageAtHead {
  readonly head: HeadRow;
  /** Ascending by family, in byte order. */
  readonly families: readonly FamilyCoverage[];
}

/** Covered and uncovered blocks between the chain's first block and the head. */
const COVERED = `
SELECT head.number, head.hash, head.timestamp, kind, family,
       (ranges * span)::text AS ranges,
       (span - ranges)::text AS gaps
FROM (SELECT number, hash, timestamp FROM block ORDER BY number DESC LIMIT 1) head
CROSS JOIN LATERAL (SELECT int8multirange(int8range($1::int8, greatest($1, head.number + 1))) AS span) chain
LEFT JOIN (
  SELECT 'chain' AS kind, family, ranges FROM coverage
  UNION ALL
  SELECT kind, family, ranges FROM claim_coverage JOIN definition_set ON definition_set.id = definition_set WHERE current
) families ON true
ORDER BY family COLLATE "C"`;

interface CoverageRow extends HeadRow {
  /** Null, like the fields below, when there is no family at all. */
  readonly kind: FamilyCoverage['kind'] | null;
  readonly family: string | null;
  readonly ranges: string | null;
  readonly gaps: string | null;
}

@Injectable()
export class CoverageReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Head and coverage from one snapshot.
   * @param firstBlock lowest block of the chain
   * @throws {NotCovered} while no block is stored
   */
  async atHead(firstBlock: number): Promise<CoverageAtHead> {
    const { rows } = await this.pool.query<CoverageRow>({
      name: 'coverage at head',
      text: COVERED,
      values: [firstBlock],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { number, hash, timestamp } = first;
    return { head: { number, hash, timestamp }, families: rows.flatMap(familyCoverage) };
  }
}

function familyCoverage({ kind, family, ranges, gaps }: CoverageRow): FamilyCoverage[] {
  if (kind === null || family === null || ranges === null || gaps === null) return [];
  return [{ kind, family, ranges: parseMultirange(ranges), gaps: parseMultirange(gaps) }];
}
