import type { Pool } from 'pg';
import { type BlockRanges, blockCount, intersect } from '../../domain/interval/block-range.js';
import {
  isMade,
  type PartitionRange,
  partitionRanges,
} from '../../platform/postgres/partitions/partition-ranges.js';
import { PARTITION_BLOCKS, partitionOf } from '../../platform/postgres/partitions/partitioned-tables.js';

/** Below this many blocks the indexes cost nothing worth mentioning. */
const LEAST_BLOCKS = 3_000;

/**
 * How many partitions that do not exist yet a plan includes for one range: a node may name any head. Later
 * ones are made with all indexes. Mainnet has 24.
 */
const MOST_AHEAD = 64;

/** Blocks to store, and blocks stored already. */
export interface FillSize {
  readonly missing: BlockRanges;
  readonly stored: BlockRanges;
}

/** A partition that is filled faster without the indexes that only reads need. */
export interface FilledPartition {
  readonly number: number;
  /** The last block of the fill in this partition. */
  readonly lastBlock: number;
}

/** Indexes that are cheaper to build after the fill than to maintain in it. */
export interface FillPlan {
  /** Whether this includes indexes of tables that are not divided by ranges of blocks. */
  readonly undivided: boolean;
  /** Ascending. */
  readonly partitions: readonly FilledPartition[];
}

/** Changes nothing in the database: a partition is made when a verified block of it comes. */
export async function planFill(pool: Pool, size: FillSize): Promise<FillPlan> {
  const made = await partitionRanges(pool);
  const ahead = [...new Set(size.missing.flatMap(reached))].filter((number) => !isMade(made, number));
  const ranges = [...made, ...ahead.map(rangeOf)].sort((one, other) => one.number - other.number);
  return { undivided: isFasterWithout(size), partitions: ranges.flatMap((range) => filledPart(range, size)) };
}

export const dropsIndexes = ({ undivided, partitions }: FillPlan): boolean =>
  undivided || partitions.length > 0;

function isFasterWithout({ missing, stored }: FillSize): boolean {
  const blocks = blockCount(missing);
  return blocks >= LEAST_BLOCKS && blocks > blockCount(stored);
}

function filledPart({ number, ...range }: PartitionRange, size: FillSize): FilledPartition[] {
  const missing = intersect(size.missing, [range]);
  if (!isFasterWithout({ missing, stored: intersect(size.stored, [range]) })) return [];
  return [{ number, lastBlock: Math.max(...missing.map(({ toBlock }) => toBlock)) }];
}

/** Numbers of the partitions that a range reaches, up to a bound. */
function reached({ fromBlock, toBlock }: BlockRanges[number]): number[] {
  const first = partitionOf(fromBlock);
  const length = Math.min(partitionOf(toBlock) - first + 1, MOST_AHEAD);
  return Array.from({ length }, (_, at) => first + at);
}

function rangeOf(number: number): PartitionRange {
  const fromBlock = number * PARTITION_BLOCKS;
  return { number, fromBlock, toBlock: fromBlock + PARTITION_BLOCKS - 1 };
}
