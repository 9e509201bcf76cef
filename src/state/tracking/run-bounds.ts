import type { Address } from '../../domain/chain/hex.js';
import type { Interval } from '../history/interval-cache.js';
import type { StateCache, UnknownPlace } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';
import type { TrackedCall, TrackedOutcome, TrackedRun } from './tracked-run.js';

const NOTHING = Buffer.alloc(0);

export const codeOf = (address: Address): StatePlace => ({ kind: 'code', address });

/** A run, and the blocks around its own in which nothing that it read changes. */
export interface Ended {
  readonly run: TrackedRun;
  /** The first block at which it ends the same way. */
  readonly since: number;
  readonly through: number;
}

/** How long runs stay as they are: until something that they read changes, or other rules hold. */
export class RunBounds {
  /**
   * @param forks blocks from which on other rules hold, ascending
   * @param firstBlock of the span: a value that holds from there on is known from later blocks
   */
  constructor(
    private readonly cache: StateCache,
    private readonly forks: readonly number[],
    private readonly firstBlock: number,
  ) {}

  /**
   * A run that tracking leaves is bounded as well: it ends the same way as long as what it had read is the
   * same.
   */
  ended(
    call: TrackedCall,
    block: number,
    outcome: TrackedOutcome,
    places: readonly StatePlace[] = [codeOf(call.contract)],
    output: Buffer = NOTHING,
  ): Ended {
    let since = this.forks.findLast((begin) => begin <= block) ?? 0;
    let through = (this.forks.find((begin) => begin > block) ?? Number.MAX_SAFE_INTEGER) - 1;
    let knownBy: number | undefined;
    const answered: StatePlace[] = [];
    for (const place of places) {
      for (const one of this.#intervals(place, block)) {
        const end = one?.through ?? block;
        since = Math.max(since, one?.since ?? block);
        through = Math.min(through, end);
        // A value that the span did not write is known from a later write or from an answer. For accounts, no
        // block tells whether the span wrote it.
        if (!one || one.since <= this.firstBlock || place.kind === 'account')
          knownBy = Math.max(knownBy ?? 0, end + 1);
        if (place.kind === 'slot' && one && this.#isAnswer(one)) answered.push(place);
      }
    }
    const { contract, data } = call;
    const known = { answered, ...(knownBy !== undefined && { knownBy }) };
    return { run: { contract, data, since: block, outcome, output, places, ...known }, since, through };
  }

  /**
   * A run that lacks a place may end differently once that is written, because its earlier value is known
   * then, and where the ommers of blocks are known again.
   */
  missing(
    { run, since, through }: Ended,
    { place, field, reason, askAt, nextChange = Infinity }: UnknownPlace,
  ): Ended {
    // Nodes that were asked do not have it: to ask again does not help.
    const isAsked = askAt !== undefined && reason !== 'no_history';
    const missing = { place, ...(field && { field }), ...(isAsked && { askAt }) };
    // A block without ommers hides what follows.
    const end = Math.min(askAt ?? Infinity, nextChange - 1);
    return {
      run: { ...run, places: [...run.places, place], missing, answered: [] },
      // A balance that is missing may have been known before.
      since: place.kind === 'account' ? run.since : since,
      through: Math.min(through, end),
    };
  }

  /**
   * Whether an answer alone gives the value, as no block has shown it yet. A place that the first block wrote
   * looks the same.
   */
  #isAnswer({ since, support, nextChange }: Omit<Interval<unknown>, 'value'>): boolean {
    return since <= this.firstBlock && support !== 'changes' && nextChange === undefined;
  }

  #intervals(place: StatePlace, block: number): readonly (Omit<Interval<unknown>, 'value'> | undefined)[] {
    if (place.kind === 'slot') return [this.cache.slot(place, block)];
    if (place.kind === 'code') return [this.cache.code(place.address, block)];
    return [this.cache.balance(place.address, block), this.cache.nonce(place.address, block)];
  }
}
