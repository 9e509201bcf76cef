import { keccak256 } from '../crypto/keccak.js';
import type { RecordedReads, StateReadResult } from './state-read-result.js';

/** Of trie nodes that one event keeps; a hundred slots of as many accounts have less. */
const MAX_NODE_BYTES = 1_048_576;

/** A result, and trie nodes that show it. */
export interface ReadAtBlock {
  readonly number: number;
  readonly hash: Buffer;
  readonly read: StateReadResult;
  readonly nodes: readonly Buffer[];
}

/** What one event records. */
export interface ReadsOfBlock extends RecordedReads {
  readonly number: number;
  readonly hash: Buffer;
}

/** One event for each block, in the order of its first result. Proofs of one block share the nodes near the root. */
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

/** Of nodes that do not fit none is kept: part of a proof shows nothing. */
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
