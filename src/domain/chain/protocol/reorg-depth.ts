/** Blocks below the head that may be replaced: two epochs. A node that calls them final is not believed. */
export const REORG_DEPTH = 64;

/** The newest block that is not expected to be replaced: deep enough, and final if finality is known. */
export function newestSettled(head: number, finalized: number | undefined): number {
  return Math.min(finalized ?? Number.POSITIVE_INFINITY, head - REORG_DEPTH);
}
