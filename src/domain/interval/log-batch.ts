/**
 * Number of blocks whose claims are logged in one leaf of the transparency log. Batches begin at its multiples,
 * so a replay gives the same batches.
 */
export const BATCH_BLOCKS = 64;
