import { createHash } from 'node:crypto';

/** Bytes of a node of a Merkle tree of SSZ. */
export const NODE_BYTES = 32;

/**
 * The root that a leaf and its siblings lead to, by the Merkle trees of SSZ.
 *
 * @param branch siblings of 32 bytes, from the leaf's own up to that of a child of the root
 * @param position of the leaf among those of its depth: bit 0 says whether it is a right child, the next bit says it of its parent …
 */
export function branchRoot(leaf: Buffer, branch: readonly Buffer[], position: number): Buffer {
  let node = leaf;
  let at = position;
  for (const sibling of branch) {
    node = at % 2 === 1 ? hashPair(sibling, node) : hashPair(node, sibling);
    at = Math.floor(at / 2);
  }
  return node;
}

/** Hash of two nodes of 32 bytes: that of their parent. */
export function hashPair(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(left).update(right).digest();
}
