import type { ExecutionNode } from './execution-node.js';

/** More blocks than are under way or waiting to be written. */
const MOST_GIVERS = 512;

/** Which node gave each of the newest blocks, and which nodes are not asked again for which blocks. */
export class BlockGivers {
  readonly #givers = new Map<number, ExecutionNode>();
  /** By block: nodes whose block was found false by comparison with others, and why. */
  readonly #distrusted = new Map<number, Map<ExecutionNode, string>>();

  note(number: number, node: ExecutionNode): void {
    this.#givers.set(number, node);
    // Insertion order: the oldest is dropped.
    for (const oldest of this.#givers.keys()) {
      if (this.#givers.size <= MOST_GIVERS) break;
      this.#givers.delete(oldest);
    }
  }

  /** The node that gave a block; undefined where it is no longer known. */
  of(number: number): ExecutionNode | undefined {
    return this.#givers.get(number);
  }

  /** Forgets the giver of a block, which is not to be asked for it again, and returns it; undefined where it is no longer known. */
  distrust(number: number, reason: string): ExecutionNode | undefined {
    const node = this.#givers.get(number);
    if (!node) return undefined;
    this.#givers.delete(number);
    let nodes = this.#distrusted.get(number);
    if (!nodes) {
      nodes = new Map();
      this.#distrusted.set(number, nodes);
    }
    nodes.set(node, reason);
    return node;
  }

  /** Why a node is not to be asked for a block; undefined where it may be. */
  whyDistrusted(number: number, node: ExecutionNode): string | undefined {
    return this.#distrusted.get(number)?.get(node);
  }
}
