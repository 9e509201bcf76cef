import { setImmediate } from 'node:timers/promises';
import type { Address } from '../../domain/chain/hex.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import { HASHED_BLOCKS } from '../execution/run/block-context.js';
import type { RunLimits } from '../execution/run/limits.js';
import type { UndecidedReason, ViewResult } from '../execution/run/view-result.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import type { UnknownPlace } from '../history/state-cache.js';
import type { RunBlock } from './run-block.js';
import { placesOf } from './run-places.js';
import type { KnownPlace, ViewOutcome } from './view-task.js';
import type { ViewThreads } from './view-threads.js';

/** The longest time for which nothing else runs in the process. */
const TURN_MS = 20;

/** A call that runs until it misses nothing. */
export interface ViewRun {
  readonly to: Address;
  readonly data: Uint8Array;
  /** What it needs as far as runs have shown, by name. */
  readonly places: Map<string, Place>;
}

/** The state at the end of a block, as far as it is in memory. */
export interface LoopState {
  /** What each run may spend; what the convention gives, if left out. */
  readonly limits?: RunLimits;
  /** Runs at once, in this process; undefined if the call is for a thread. */
  fast?(run: ViewRun): ViewOutcome | undefined;
  known(places: Iterable<Place>): KnownPlace[];
  /** Brings places into memory. */
  load(places: readonly Place[]): Promise<void>;
  /** Why loading did not bring a place; undefined if it did, or was not tried. */
  unknown(place: Place): UnknownPlace | undefined;
}

/** Why a call has no result; `places` and `rounds` bound what is loaded. */
export type CallUndecided = UndecidedReason | { readonly kind: 'budget'; readonly what: 'places' | 'rounds' };

/** How a run ended. While it misses places, its result has no meaning. */
export interface ViewEnd {
  readonly result: ViewResult;
  readonly missed: readonly Place[];
  /** Why there is no result. */
  readonly reason?: CallUndecided;
  /** What it cannot go on without. */
  readonly unknown?: UnknownPlace;
}

/** Bounds of each run: rounds of loading, and places. A chain of slots, each naming the next one, takes a round for each. */
export interface LoopBounds {
  readonly rounds: number;
  readonly places: number;
}

/** Runs calls at the end of one block. What all of them miss is loaded at once, and they run again. */
export class ViewLoop {
  #turnEnds = 0;

  constructor(
    private readonly threads: ViewThreads,
    private readonly chain: CanonicalChain,
    private readonly block: RunBlock,
    private readonly state: LoopState,
    private readonly bounds: LoopBounds,
  ) {}

  /**
   * Reports the end of each as it comes.
   * @throws TooManyTasks, or the reason of the signal
   */
  async run<Run extends ViewRun>(
    runs: readonly Run[],
    signal: AbortSignal,
    ended: (run: Run, end: ViewEnd) => void,
  ): Promise<void> {
    let open = runs;
    for (let round = 1; open.length > 0; round++) {
      const missing = new Map<string, Place>();
      const waiting: Run[] = [];
      for (const run of open) {
        const end = await this.#attempt(run, round, missing, signal);
        if (end) ended(run, end);
        else waiting.push(run);
        await this.#rest(signal);
      }
      if (missing.size > 0) await this.state.load([...missing.values()]);
      open = waiting;
    }
  }

  /** Undefined if state was missing: the call runs again once that is loaded. */
  async #attempt(
    run: ViewRun,
    round: number,
    missing: Map<string, Place>,
    signal: AbortSignal,
  ): Promise<ViewEnd | undefined> {
    const { result, missed } = this.state.fast?.(run) ?? (await this.#inThread(run, signal));
    for (const place of [...missed, ...placesOf(result)]) run.places.set(placeKey(place), place);
    if (missed.length === 0) {
      const { reason } = result;
      return (await this.#loadHashesFor(reason)) ? undefined : { result, missed, ...(reason && { reason }) };
    }
    const unknown = this.state.unknown(missed[0]!);
    if (unknown) return { result, missed, unknown };
    const exceeded =
      run.places.size > this.bounds.places ? 'places' : round === this.bounds.rounds ? 'rounds' : undefined;
    if (exceeded) return { result, missed, reason: { kind: 'budget', what: exceeded } };
    for (const place of missed) missing.set(placeKey(place), place);
    return undefined;
  }

  #inThread({ to, data, places }: ViewRun, signal: AbortSignal): Promise<ViewOutcome> {
    const { context, hashes } = this.block;
    const { hashOf: _, ...block } = context;
    const { limits } = this.state;
    const known = this.state.known(places.values());
    return this.threads.run({ to, data, block, hashes, known, ...(limits && { limits }) }, signal);
  }

  /** Loads hashes of earlier blocks if the run lacks one. Returns whether it gets further with them. */
  async #loadHashesFor(reason: UndecidedReason | undefined): Promise<boolean> {
    const { context, hashes } = this.block;
    if (reason?.kind !== 'missing' || reason.what !== 'blockHash' || hashes.size > 0) return false;
    for (const [number, hash] of await this.chain.hashes(context.number - HASHED_BLOCKS, context.number - 1))
      hashes.set(number, hash);
    return hashes.size > 0;
  }

  async #rest(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (performance.now() < this.#turnEnds) return;
    await setImmediate();
    this.#turnEnds = performance.now() + TURN_MS;
  }
}
