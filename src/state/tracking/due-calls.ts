import type { StatePlace } from '../history/state-history.js';
import type { Rerun } from './tracked-run.js';

/** A call that is to run at a block. */
export interface Due extends Omit<Rerun, 'from'> {
  /** Whether the call goes down from block to block: the blocks above have their runs already. */
  readonly isBackwards?: boolean;
  /** What the previous run of the call read, if that is at hand. */
  readonly read?: readonly StatePlace[];
}

/** Calls that are to run, by block. */
export class DueCalls {
  readonly #calls = new Map<number, Due[]>();

  get isEmpty(): boolean {
    return this.#calls.size === 0;
  }

  plan(call: Due, block: number): void {
    const calls = this.#calls.get(block);
    if (calls) calls.push(call);
    else this.#calls.set(block, [call]);
  }

  /** Takes the calls of the lowest blocks, ascending, at most so many. */
  take(most: number): [number, readonly Due[]][] {
    const taken: [number, readonly Due[]][] = [];
    let room = most;
    for (const [block, calls] of [...this.#calls].sort(([block], [other]) => block - other)) {
      if (room === 0) break;
      const begun = calls.splice(0, room);
      room -= begun.length;
      taken.push([block, begun]);
      if (calls.length === 0) this.#calls.delete(block);
    }
    return taken;
  }
}
