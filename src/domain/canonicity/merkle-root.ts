import { hashPair, NODE_BYTES } from './merkle-branch.js';

const ZEROS: Buffer[] = [Buffer.alloc(NODE_BYTES)];
/** Root of a tree of this depth whose leaves are all zero. */
export const zeroAt = (depth: number): Buffer => {
  while (ZEROS.length <= depth) ZEROS.push(hashPair(ZEROS.at(-1)!, ZEROS.at(-1)!));
  return ZEROS[depth]!;
};

/** Root of a Merkle tree of up to `limit` leaves, padded with zero leaves to a power of two. */
export function merkleRoot(leaves: readonly Buffer[], limit = leaves.length): Buffer {
  let level = leaves;
  let depth = 0;
  for (; 2 ** depth < limit; depth++) level = parentsOf(level, depth);
  return level[0] ?? zeroAt(depth);
}

function parentsOf(level: readonly Buffer[], depth: number): Buffer[] {
  return Array.from({ length: Math.ceil(level.length / 2) }, (_, at) =>
    hashPair(level[2 * at]!, level[2 * at + 1] ?? zeroAt(depth)),
  );
}

/** Siblings of a leaf of a Merkle tree, from its own up to that of a child of the root. */
export function siblingsOf(leaves: readonly Buffer[], position: number, limit = leaves.length): Buffer[] {
  const siblings: Buffer[] = [];
  let [level, at] = [leaves, position];
  for (let depth = 0; 2 ** depth < limit; depth++) {
    siblings.push(level[at ^ 1] ?? zeroAt(depth));
    level = parentsOf(level, depth);
    at >>= 1;
  }
  return siblings;
}

/** Splits bytes into leaves of 32 bytes; the last one is padded with zeros. */
export function chunksOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / NODE_BYTES) }, (_, at) =>
    padded(bytes.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES)),
  );
}

/** Up to 32 bytes as a leaf, with zeros behind them. */
export function padded(bytes: Buffer): Buffer {
  return bytes.length === NODE_BYTES ? bytes : Buffer.concat([bytes, zeroAt(0).subarray(bytes.length)]);
}
