import { createHash } from 'node:crypto';

/** SHA-256, 32 bytes. */
export type TreeHash = Buffer;

/** Hash of the complete subtree over the leaves `index * 2^level` up to `(index + 1) * 2^level - 1`. */
export type NodeReader = (level: number, index: number) => Promise<TreeHash>;

export class InvalidTreeProof extends Error {
  override readonly name = 'InvalidTreeProof';
}

const sha256 = (...parts: readonly Uint8Array[]): TreeHash => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

export const EMPTY_ROOT: TreeHash = sha256();

/** Hash of an entry (RFC 6962, 2.1). */
export const leafHash = (entry: Uint8Array): TreeHash => sha256(LEAF, entry);

/** Hash of the parent of two nodes (RFC 6962, 2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): TreeHash => sha256(NODE, left, right);

/** Nodes of a tree that fits into memory. */
export function nodesOf(leaves: readonly TreeHash[]): NodeReader {
  const levels: TreeHash[][] = [[...leaves]];
  return async (level: number, index: number): Promise<TreeHash> => {
    while (levels.length <= level) {
      const below = levels.at(-1)!;
      levels.push(
        Array.from({ length: Math.floor(below.length / 2) }, (_, at) =>
          nodeHash(below[2 * at]!, below[2 * at + 1]!),
        ),
      );
    }
    return levels[level]![index]!;
  };
}

/** Root of the tree over the first `size` leaves. */
export function rootOf(nodes: NodeReader, size: number): Promise<TreeHash> {
  return size === 0 ? Promise.resolve(EMPTY_ROOT) : hashOf(nodes, 0, size);
}

/** Hashes from the leaf upwards that lead from it to the root of the tree over the first `size` leaves (RFC 6962, 2.1.1). */
export async function inclusionProof(nodes: NodeReader, index: number, size: number): Promise<TreeHash[]> {
  requireIndex(index, size);
  const proof: TreeHash[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from);
    const isLeft = index < middle;
    proof.push(await (isLeft ? hashOf(nodes, middle, to) : hashOf(nodes, from, middle)));
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return proof.reverse();
}

/**
 * Hashes that show that the tree over the first `size` leaves begins with that over the first `older` leaves
 * (RFC 6962, 2.1.2).
 */
export async function consistencyProof(nodes: NodeReader, older: number, size: number): Promise<TreeHash[]> {
  if (older < 0 || older > size) throw new RangeError(`no tree of ${size} leaves contains one of ${older}`);
  if (older === 0 || older === size) return [];
  const proof: TreeHash[] = [];
  let [from, to] = [0, size];
  let isWhole = true;
  while (older !== to) {
    const middle = from + largestPowerBelow(to - from);
    if (older <= middle) {
      proof.push(await hashOf(nodes, middle, to));
      to = middle;
    } else {
      proof.push(await hashOf(nodes, from, middle));
      from = middle;
      isWhole = false;
    }
  }
  if (!isWhole) proof.push(await hashOf(nodes, from, to));
  return proof.reverse();
}

/** @throws InvalidTreeProof unless the proof leads from the leaf to the root */
export function verifyInclusion(
  leaf: TreeHash,
  { index, size, root }: { readonly index: number; readonly size: number; readonly root: TreeHash },
  proof: readonly TreeHash[],
): void {
  if (index < 0 || index >= size) throw new InvalidTreeProof(`a tree of ${size} leaves has no leaf ${index}`);
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) throw new InvalidTreeProof('the proof is too long');
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  if (last !== 0) throw new InvalidTreeProof('the proof is too short');
  if (!hash.equals(root)) throw new InvalidTreeProof('the proof leads to another root');
}

interface TreeHead {
  readonly size: number;
  readonly root: TreeHash;
}

/** @throws InvalidTreeProof unless the proof shows that the newer tree begins with the older one */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly TreeHash[]): void {
  if (older.size > newer.size) throw new InvalidTreeProof('the newer tree is smaller');
  if (older.size === 0 || older.size === newer.size) {
    const isSame = older.size === 0 ? older.root.equals(EMPTY_ROOT) : older.root.equals(newer.root);
    if (!isSame || proof.length > 0) throw new InvalidTreeProof('the trees of one size differ');
    return;
  }
  let [at, last] = [older.size - 1, newer.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  // A complete older tree is a node of the newer one, so the walk begins with its root, which the proof
  // omits.
  const [first, ...rest] = at === 0 ? [older.root, ...proof] : proof;
  if (first === undefined) throw new InvalidTreeProof('the proof is too short');
  let [oldHash, newHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0) throw new InvalidTreeProof('the proof is too long');
    if (isOdd(at) || at === last) {
      [oldHash, newHash] = [nodeHash(sibling, oldHash), nodeHash(sibling, newHash)];
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else newHash = nodeHash(newHash, sibling);
    [at, last] = [half(at), half(last)];
  }
  if (last !== 0) throw new InvalidTreeProof('the proof is too short');
  if (!oldHash.equals(older.root)) throw new InvalidTreeProof('the proof leads to another older root');
  if (!newHash.equals(newer.root)) throw new InvalidTreeProof('the proof leads to another root');
}

/**
 * Hash over the leaves from `from` up to before `to`. INVARIANT: `from` is a multiple of the least power of
 * two that is not below `to - from`.
 */
async function hashOf(nodes: NodeReader, from: number, to: number): Promise<TreeHash> {
  const level = Math.log2(to - from);
  if (Number.isInteger(level)) return nodes(level, from / 2 ** level);
  const middle = from + largestPowerBelow(to - from);
  return nodeHash(await hashOf(nodes, from, middle), await hashOf(nodes, middle, to));
}

function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

function requireIndex(index: number, size: number): void {
  if (index < 0 || index >= size) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
}

// Not `& 1` and `>> 1`: sizes may exceed 32 bits.
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);
