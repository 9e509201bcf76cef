import type { ExecutionNode } from './execution-node.js';

/** More than the blocks that are under way or wait to be written. */
const MOST_GIVERS = 512;

/** Which node gave each of the newest blocks, and which nodes must not be asked again for which blocks. */
export class BlockGivers {
  readonly #givers = new Map<number, ExecutionNode>();
  /** By block: nodes whose block contradicted others, and why. */
  readonly #distrusted = new Map<number, Map<ExecutionNode, string>>();

  note(number: number, node: ExecutionNode): void {
    this.#givers.set(number, node);
    // The map is in insertion order, so the oldest entry is dropped.
    for (const oldest of this.#givers.keys()) {
      if (this.#givers.size <= MOST_GIVERS) break;
      this.#givers.delete(oldest);
    }
  }

  /** The node that gave a block; undefined where it is no longer known. */
  of(number: number): ExecutionNode | undefined {
    return this.#givers.get(number);
  }

  /**
   * Forgets and returns the node that gave a block, which must not be asked for it again. Undefined where it
   * is no longer known.
   */
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

  /** Why a node must not be asked for a block; undefined where it may be. */
  whyDistrusted(number: number, node: ExecutionNode): string | undefined {
    return this.#distrusted.get(number)?.get(node);
  }
}
