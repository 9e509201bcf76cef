import type { Misbehaviour } from './rpc-server.js';

/** Faults of a simulated node. Each spoils a single answer, or, for a `Misbehaviour`, a single HTTP request. */
export type Fault =
  | Misbehaviour
  /** Null instead of a block. */
  | 'nullBlock'
  /** The block with another parent and a fitting hash, so that only its place in the chain is wrong. */
  | 'wrongParent'
  /** The neighbour of the requested block. */
  | 'wrongNumber'
  /** The block with another bloom and a fitting hash. */
  | 'falseBloom'
  /** The first transaction's `from` replaced. */
  | 'forgedFrom'
  /** The last receipt missing. */
  | 'truncatedReceipts'
  /** The last log missing. */
  | 'missingLogs'
  /** A backend that is a few blocks behind. */
  | 'staleHead'
  /** In turn, this chain and the one that the last reorganisation replaced. */
  | 'twoFaced';

/** Armed faults, each of which waits for an answer that it can spoil. */
export class FaultPlan {
  readonly #left = new Map<Fault, number>();

  /** Spoils the next so many answers to which this fault applies. */
  arm(fault: Fault, answers = 1): void {
    this.#left.set(fault, (this.#left.get(fault) ?? 0) + answers);
  }

  /** Whether to spoil the current answer; if so, the fault is used up by one. */
  take(fault: Fault): boolean {
    const left = this.#left.get(fault) ?? 0;
    if (left > 0) this.#left.set(fault, left - 1);
    return left > 0;
  }

  clear(): void {
    this.#left.clear();
  }

  /** Number of armed faults. */
  get waiting(): number {
    return [...this.#left.values()].reduce((sum, left) => sum + left, 0);
  }
}
