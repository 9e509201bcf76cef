import { keccak256 } from '../../domain/crypto/keccak.js';
import type { RecordedReads, StateReadResult } from '../../domain/event/state-read-result.js';

/** Of trie nodes that one event keeps; a hundred slots of as many accounts have less. */
const MAX_NODE_BYTES = 1_048_576;

/** Answered reads of one block, for one event. Their proofs share the nodes near the root. */
export class ReadsOfBlock {
  readonly #reads: StateReadResult[] = [];
  readonly #nodes = new Map<string, Buffer>();
  #bytes = 0;

  constructor(
    private readonly number: number,
    private readonly hash: Buffer,
  ) {}

  /** Of nodes that do not fit none is kept: part of a proof shows nothing. */
  add(read: StateReadResult, nodes: readonly Buffer[]): void {
    this.#reads.push(read);
    const added = new Map(nodes.map((node) => [keccak256(node).toString('latin1'), node]));
    for (const hash of added.keys()) if (this.#nodes.has(hash)) added.delete(hash);
    const bytes = [...added.values()].reduce((sum, node) => sum + node.length, 0);
    if (this.#bytes + bytes > MAX_NODE_BYTES) return;
    for (const [hash, node] of added) this.#nodes.set(hash, node);
    this.#bytes += bytes;
  }

  recorded(): RecordedReads & { readonly number: number; readonly hash: Buffer } {
    const nodes = [...this.#nodes.values()];
    return { number: this.number, hash: this.hash, reads: this.#reads, ...(nodes.length > 0 && { nodes }) };
  }
}
