import { keccak256 } from '../crypto/keccak.js';
import type { RecordedReads, StateReadResult } from './state-read-result.js';

/** Bytes of trie nodes that one event keeps at most; a hundred accounts with a slot each take less. */
const MAX_NODE_BYTES = 1_048_576;

/** A result with the trie nodes that prove it. */
export interface ReadAtBlock {
  readonly number: number;
  readonly hash: Buffer;
  readonly read: StateReadResult;
  readonly nodes: readonly Buffer[];
}

/** The reads that one event records. */
export interface ReadsOfBlock extends RecordedReads {
  readonly number: number;
  readonly hash: Buffer;
}

/**
 * Groups reads into one event per block, in the order of each block's first result. Proofs of one block share
 * the nodes near the root.
 */
export function recordedReads(all: readonly ReadAtBlock[]): ReadsOfBlock[] {
  const blocks = new Map<string, ReadAtBlock[]>();
  for (const one of all) {
    const key = one.hash.toString('latin1');
    const known = blocks.get(key);
    if (known) known.push(one);
    else blocks.set(key, [one]);
  }
  return [...blocks.values()].map((ofBlock) => {
    const { number, hash } = ofBlock[0]!;
    const nodes = keptNodes(ofBlock);
    return { number, hash, reads: ofBlock.map(({ read }) => read), ...(nodes.length > 0 && { nodes }) };
  });
}

/** Keeps the nodes of a proof whole or not at all: part of a proof shows nothing. */
function keptNodes(reads: readonly ReadAtBlock[]): readonly Buffer[] {
  const kept = new Map<string, Buffer>();
  let size = 0;
  for (const { nodes } of reads) {
    const added = new Map(nodes.map((node) => [keccak256(node).toString('latin1'), node]));
    for (const hash of added.keys()) if (kept.has(hash)) added.delete(hash);
    const bytes = [...added.values()].reduce((sum, node) => sum + node.length, 0);
    if (size + bytes > MAX_NODE_BYTES) continue;
    for (const [hash, node] of added) kept.set(hash, node);
    size += bytes;
  }
  return [...kept.values()];
}
