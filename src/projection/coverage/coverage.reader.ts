import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type BlockRange, parseRanges } from './block-ranges.js';

export interface HeadRow {
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

export interface FamilyCoverage {
  readonly family: string;
  readonly ranges: readonly BlockRange[];
  readonly gaps: readonly BlockRange[];
}

export interface CoverageAtHead {
  readonly head: HeadRow;
  /** Ascending by family, in byte order. */
  readonly families: readonly FamilyCoverage[];
}

/** What is covered and what is not, between the chain's first block and the head. */
const COVERED = `
SELECT head.number, head.hash, head.timestamp, family,
       (ranges * span)::text AS ranges,
       (span - ranges)::text AS gaps
FROM (SELECT number, hash, timestamp FROM block ORDER BY number DESC LIMIT 1) head
CROSS JOIN LATERAL (SELECT int8multirange(int8range($1::int8, greatest($1, head.number + 1))) AS span) chain
LEFT JOIN coverage ON true
ORDER BY family COLLATE "C"`;

interface CoverageRow extends HeadRow {
  readonly family: string | null;
  readonly ranges: string | null;
  readonly gaps: string | null;
}

@Injectable()
export class CoverageReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Head and coverage as of one moment.
   * @param firstBlock lowest block that exists on the chain.
   * @returns `undefined` while no block is held.
   */
  async atHead(firstBlock: number): Promise<CoverageAtHead | undefined> {
    const { rows } = await this.pool.query<CoverageRow>({
      name: 'coverage at head',
      text: COVERED,
      values: [firstBlock],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) return undefined;
    const { number, hash, timestamp } = first;
    return { head: { number, hash, timestamp }, families: rows.flatMap(familyCoverage) };
  }
}

function familyCoverage({ family, ranges, gaps }: CoverageRow): FamilyCoverage[] {
  if (family === null || ranges === null || gaps === null) return [];
  return [{ family, ranges: parseRanges(ranges), gaps: parseRanges(gaps) }];
}
