/** Blocks this deep count as settled where the node names no finalized block; at least as many can always be undone. */
export const UNDOABLE_BLOCKS = 64;

/** The highest block that cannot be orphaned any more: what the node calls final, but never less than 64 below its head. */
export function settledUpTo(head: number, finalized: number | undefined): number {
  return Math.min(finalized ?? Number.POSITIVE_INFINITY, head - UNDOABLE_BLOCKS);
}
