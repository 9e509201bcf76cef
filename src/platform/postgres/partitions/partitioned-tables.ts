/** Tables whose rows belong to one block each. All are divided by the same ranges of block numbers. */
export const PARTITIONED_TABLES = [
  'event_payload',
  'failed_frame',
  'internal_transfer',
  'log',
  'transaction',
  'withdrawal',
] as const;

/**
 * Blocks of a partition. A database whose tables had rows before they were divided has all of these in its
 * first partition.
 */
export const PARTITION_BLOCKS = 2 ** 20;

/** Which partition a block is in where it is not in the first. */
export const partitionOf = (block: number): number => Math.floor(block / PARTITION_BLOCKS);
