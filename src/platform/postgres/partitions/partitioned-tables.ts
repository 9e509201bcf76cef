/** Tables of which each row belongs to one block, and that are divided by ranges of block numbers. They have the same ranges. */
export const PARTITIONED_TABLES = [
  'event_payload',
  'failed_frame',
  'internal_transfer',
  'log',
  'transaction',
  'withdrawal',
] as const;

/** Blocks of a partition. A database that had rows before its tables were divided has all of them in its first. */
export const PARTITION_BLOCKS = 2 ** 20;

/** Which partition a block is in where it is not in the first. */
export const partitionOf = (block: number): number => Math.floor(block / PARTITION_BLOCKS);
