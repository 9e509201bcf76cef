import type { RunBlock } from '../call/run-block.js';
import { IntervalCache } from '../history/interval-cache.js';
import type { Place } from '../history/requested-state.js';
import { StateValues } from '../history/state-cache.js';
import type { DecidedView, UndecidedView } from './view-answer.js';

/** About 300 bytes each, and what was returned. */
const MAX_ANSWERS = 100_000;
const MAX_CONTEXTS = 64;
/** About 150 bytes each. A call may read thousands. */
const MAX_PLACES = 400_000;

/** How a call ended, and the work that it took, or, with `takesMore`, the work that it exceeds. */
export interface KeptView {
  readonly view: DecidedView | UndecidedView;
  readonly work: number;
  readonly takesMore: boolean;
}

/** What is in memory of the branch that ends with block `head`. It holds for no other branch. */
export class BranchMemory {
  readonly values = new StateValues();
  /** By fork, contract and call data. */
  readonly answers = new IntervalCache<KeptView>(MAX_ANSWERS);
  readonly blocks = new IntervalCache<RunBlock>(MAX_CONTEXTS);
  readonly #places = new Map<string, readonly Place[]>();
  #count = 0;

  constructor(public head: { readonly number: number; readonly hash: Buffer }) {}

  /** What the call read when it last ran, at whatever block: it probably reads the same again. */
  placesOf(call: string): readonly Place[] | undefined {
    return this.#places.get(call);
  }

  notePlaces(call: string, places: readonly Place[]): void {
    this.#forget(call);
    this.#places.set(call, places);
    this.#count += places.length;
    for (const oldest of this.#places.keys()) {
      if (this.#count <= MAX_PLACES) break;
      this.#forget(oldest);
    }
  }

  #forget(call: string): void {
    this.#count -= this.#places.get(call)?.length ?? 0;
    this.#places.delete(call);
  }
}
