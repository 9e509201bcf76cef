import type { Pool } from 'pg';
import { type BlockRanges, blockCount, intersect } from '../../domain/interval/block-range.js';
import { BlockPartitions } from '../../platform/postgres/partitions/block-partitions.js';
import { type PartitionRange, partitionRanges } from '../../platform/postgres/partitions/partition-ranges.js';
import { PARTITION_BLOCKS, partitionOf } from '../../platform/postgres/partitions/partitioned-tables.js';

/** Below this many blocks the indexes cost nothing worth mentioning. */
const LONG_FILL_BLOCKS = 3_000;

/** Blocks to store, and blocks stored already. */
export interface FillSize {
  readonly missing: BlockRanges;
  readonly stored: BlockRanges;
}

/** A partition that a fill is better off to fill without the indexes that only reads need. */
export interface FilledPartition {
  readonly number: number;
  /** Of the fill, in this partition. */
  readonly lastBlock: number;
}

/** What a fill is better off without, as it would have to be built over all that is stored. */
export interface FillPlan {
  /** Indexes of tables that no range of blocks divides. */
  readonly undivided: boolean;
  /** Ascending. */
  readonly partitions: readonly FilledPartition[];
}

/** Makes the partitions that the fill will need. */
export async function planFill(pool: Pool, size: FillSize): Promise<FillPlan> {
  await new BlockPartitions(pool).make(size.missing.flatMap(partitionStarts));
  const ranges = await partitionRanges(pool);
  return { undivided: isLong(size), partitions: ranges.flatMap((range) => filledPart(range, size)) };
}

export const isLongFill = ({ undivided, partitions }: FillPlan): boolean =>
  undivided || partitions.length > 0;

function isLong({ missing, stored }: FillSize): boolean {
  const blocks = blockCount(missing);
  return blocks >= LONG_FILL_BLOCKS && blocks > blockCount(stored);
}

function filledPart({ number, ...range }: PartitionRange, size: FillSize): FilledPartition[] {
  const missing = intersect(size.missing, [range]);
  if (!isLong({ missing, stored: intersect(size.stored, [range]) })) return [];
  return [{ number, lastBlock: Math.max(...missing.map(({ toBlock }) => toBlock)) }];
}

/** A block of each partition that the range reaches. */
function partitionStarts({ fromBlock, toBlock }: BlockRanges[number]): number[] {
  const first = partitionOf(fromBlock);
  return Array.from({ length: partitionOf(toBlock) - first + 1 }, (_, at) => (first + at) * PARTITION_BLOCKS);
}
