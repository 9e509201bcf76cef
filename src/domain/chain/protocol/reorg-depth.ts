/** Blocks below the head that a reorganisation may still replace: two epochs. No statement of a node about finality reaches them. */
export const REORG_DEPTH = 64;

/** The newest block that is not expected to be replaced while it is read. */
export function newestSettled(head: number, finalized: number | undefined): number {
  return Math.min(finalized ?? Number.POSITIVE_INFINITY, head - REORG_DEPTH);
}
