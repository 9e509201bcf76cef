import type { PoolClient } from 'pg';
import { PARTITION_BLOCKS, PARTITIONED_TABLES, partitionOf } from './partitioned-tables.js';

/** The blocks of a partition, the same for every divided table. */
export interface PartitionRange {
  /** In the name of the partition. */
  readonly number: number;
  readonly fromBlock: number;
  readonly toBlock: number;
}

const RANGES = `
SELECT bound[1]::int8 AS "fromBlock", bound[2]::int8 - 1 AS "toBlock"
FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
CROSS JOIN LATERAL regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'FROM \\(''?(\\d+)''?\\) TO \\(''?(\\d+)''?\\)') bound
WHERE inhparent = $1::regclass ORDER BY 1`;

/** Ascending. All divided tables have the same ranges. */
export async function partitionRanges(db: Pick<PoolClient, 'query'>): Promise<PartitionRange[]> {
  const { rows } = await db.query<Omit<PartitionRange, 'number'>>(RANGES, [PARTITIONED_TABLES[0]]);
  return rows.map((range) => ({ number: partitionOf(range.fromBlock), ...range }));
}

/** Whether the blocks of this number have a partition. That of an older database may be wider. */
export function isMade(ranges: readonly PartitionRange[], number: number): boolean {
  const first = number * PARTITION_BLOCKS;
  return ranges.some(({ fromBlock, toBlock }) => fromBlock <= first && first <= toBlock);
}
