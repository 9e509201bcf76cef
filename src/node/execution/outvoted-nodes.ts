import type { NodeRefusal } from '../rpc/node-refusal.js';
import { isHeldByMost, votesAt, withoutLagging } from './block-votes.js';
import type { ExecutionNode } from './execution-node.js';

const OUTVOTED = 'most nodes, or the one named first, have another block';

/**
 * Nodes that have another block than most, with that block. They are not asked for heads and blocks while
 * they have it.
 */
export class OutvotedNodes {
  readonly #blocks = new Map<ExecutionNode, { readonly number: number; readonly hash: string }>();

  /** @param refuse reports a node */
  constructor(private readonly refuse: (what: string, node: ExecutionNode, error: Error) => NodeRefusal) {}

  get count(): number {
    return this.#blocks.size;
  }

  /** The nodes that are not set aside, in their order. */
  others(nodes: readonly ExecutionNode[]): readonly ExecutionNode[] {
    return nodes.filter((node) => !this.#blocks.has(node));
  }

  /**
   * Whether more nodes have the first of two blocks than the second. If as many have it, the first of these
   * nodes decides. Reports nodes with the other block, and sets them aside.
   *
   * @param nodes nodes to ask
   * @param hash hash of the first block, `0x` hex
   * @param other hash of the second block
   */
  async prefer(
    nodes: readonly ExecutionNode[],
    number: number,
    hash: string,
    other: string,
  ): Promise<boolean> {
    if (nodes.length === 1) return true;
    const votes = (await votesAt(nodes, number)).filter((vote) => [hash, other].includes(vote.hash ?? ''));
    if (votes.length === 0) return false;
    const isPreferred = isHeldByMost(votes, hash);
    const lost = isPreferred ? other : hash;
    for (const { node, hash: held } of votes) {
      if (held !== lost) this.#blocks.delete(node);
      else if (!this.#blocks.has(node)) {
        this.#blocks.set(node, { number, hash: lost });
        this.refuse(`block ${number}`, node, new Error(OUTVOTED));
      }
    }
    return isPreferred;
  }

  /** Whether most nodes have a block so old that every synchronised node has it. Reports the others. */
  async hold(nodes: readonly ExecutionNode[], number: number, hash: string): Promise<boolean> {
    if (nodes.length === 1) return true;
    const votes = await withoutLagging(await votesAt(nodes, number));
    const isHeld = isHeldByMost(votes, hash);
    for (const vote of votes)
      if (!isHeld && vote.hash !== hash)
        this.refuse(`finality of block ${number}`, vote.node, new Error('it does not have the block'));
    return isHeld;
  }

  /** Stops setting aside nodes that no longer have the other block. */
  async readmit(): Promise<void> {
    for (const [node, { number, hash }] of this.#blocks) {
      const [vote] = await votesAt([node], number);
      if (vote && vote.hash !== hash) this.#blocks.delete(node);
    }
  }

  /** Stops setting aside any node, because another block may have the majority now. */
  clear(): void {
    this.#blocks.clear();
  }
}
