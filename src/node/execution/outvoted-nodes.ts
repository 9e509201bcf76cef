import type { NodeRefusal } from '../rpc/node-refusal.js';
import { isHeldByMost, votesAt, withoutLagging } from './block-votes.js';
import type { ExecutionNode } from './execution-node.js';

const OUTVOTED = 'most nodes, or the one named first, have another block';

/** Nodes that have another block than most, and which block that is: they are not asked for heads and blocks while they have it. */
export class OutvotedNodes {
  readonly #blocks = new Map<ExecutionNode, { readonly number: number; readonly hash: string }>();

  /** @param refuse names a node */
  constructor(private readonly refuse: (what: string, node: ExecutionNode, error: Error) => NodeRefusal) {}

  get count(): number {
    return this.#blocks.size;
  }

  /** Those of the nodes that are asked, in their order. */
  others(nodes: readonly ExecutionNode[]): readonly ExecutionNode[] {
    return nodes.filter((node) => !this.#blocks.has(node));
  }

  /**
   * Whether most nodes that have one of two blocks have the first; of as many, the node that is named first decides. Names nodes with the
   * other one, and sets them aside.
   *
   * @param nodes to be asked
   * @param hash of the first, as text
   * @param other hash of the other
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

  /** Whether most nodes have a block that is so old that each has it, unless it lags behind. Names those that do not. */
  async hold(nodes: readonly ExecutionNode[], number: number, hash: string): Promise<boolean> {
    if (nodes.length === 1) return true;
    const votes = await withoutLagging(await votesAt(nodes, number));
    const isHeld = isHeldByMost(votes, hash);
    for (const vote of votes)
      if (!isHeld && vote.hash !== hash)
        this.refuse(`finality of block ${number}`, vote.node, new Error('it does not have the block'));
    return isHeld;
  }

  /** Takes back nodes that have come over. */
  async readmit(): Promise<void> {
    for (const [node, { number, hash }] of this.#blocks) {
      const [vote] = await votesAt([node], number);
      if (vote && vote.hash !== hash) this.#blocks.delete(node);
    }
  }

  /** Takes all back: what most nodes have may have changed. */
  clear(): void {
    this.#blocks.clear();
  }
}
