import type { Prng } from './prng.js';

/** What the node gives that a block came from. */
export interface DenseNode {
  readonly tracesCalls: boolean;
  readonly tracesState: boolean;
  /** Whether its calls say which logs are theirs. */
  readonly tellsLogs: boolean;
}

const ALL: DenseNode = { tracesCalls: true, tracesState: true, tellsLogs: true };
const FLAT: DenseNode = { ...ALL, tellsLogs: false };
const LISTS: DenseNode = { tracesCalls: false, tracesState: true, tellsLogs: false };
const PLAIN: DenseNode = { tracesCalls: false, tracesState: false, tellsLogs: false };
const CALLS: DenseNode = { ...ALL, tracesState: false };

/** Which nodes blocks come from, one for some blocks, then another. */
export class DenseNodes {
  #node = ALL;
  #left = 0;

  constructor(private readonly random: Prng) {}

  next(): DenseNode {
    const { random } = this;
    if (this.#left === 0) {
      this.#node = random.pick([ALL, ALL, ALL, FLAT, FLAT, FLAT, LISTS, CALLS, PLAIN]);
      this.#left = random.between(1, this.#node === ALL || this.#node === FLAT ? 25 : 3);
    }
    this.#left--;
    return this.#node;
  }
}
