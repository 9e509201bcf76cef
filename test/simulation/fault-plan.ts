import type { Misbehaviour } from './rpc-server.js';

/** How a simulated node can mislead; each spoils a single answer, or, for a `Misbehaviour`, a single HTTP request. */
export type Fault =
  | Misbehaviour
  /** No block where there is one. */
  | 'nullBlock'
  /** The block with another parent, hashed anew so that only its place in the chain is wrong. */
  | 'wrongParent'
  /** The neighbour of the block that was asked for. */
  | 'wrongNumber'
  /** The block with another bloom, hashed anew. */
  | 'falseBloom'
  /** The first transaction's `from` replaced. */
  | 'forgedFrom'
  /** The last receipt missing. */
  | 'truncatedReceipts'
  /** The last log missing. */
  | 'missingLogs'
  /** A backend that is a few blocks behind. */
  | 'staleHead'
  /** Alternately this chain and the one the last reorganisation left. */
  | 'twoFaced';

/** Faults waiting for an answer they can spoil. */
export class FaultPlan {
  readonly #left = new Map<Fault, number>();

  /** Spoils the next `answers` answers that this fault applies to. */
  arm(fault: Fault, answers = 1): void {
    this.#left.set(fault, (this.#left.get(fault) ?? 0) + answers);
  }

  /** Whether the answer at hand is to be spoiled; uses one up. */
  take(fault: Fault): boolean {
    const left = this.#left.get(fault) ?? 0;
    if (left > 0) this.#left.set(fault, left - 1);
    return left > 0;
  }

  clear(): void {
    this.#left.clear();
  }

  /** Faults not used up yet. */
  get waiting(): number {
    return [...this.#left.values()].reduce((sum, left) => sum + left, 0);
  }
}
