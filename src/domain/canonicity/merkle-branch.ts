import { createHash } from 'node:crypto';

/** Bytes of a node of an SSZ Merkle tree. */
export const NODE_BYTES = 32;

/**
 * The root that a leaf and its siblings lead to, in an SSZ Merkle tree.
 *
 * @param branch siblings of 32 bytes, from the leaf's own up to that of a child of the root
 * @param position index among the nodes of the leaf's depth: bit 0 says whether the leaf is a right child,
 * bit 1 whether its parent is, and so on
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

/** Hash of the parent of two nodes of 32 bytes. */
export function hashPair(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(left).update(right).digest();
}
