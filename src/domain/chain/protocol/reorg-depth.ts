/** Blocks below the head that a reorganisation may still replace: two epochs. No statement of a node about finality reaches them. */
export const REORG_DEPTH = 64;
