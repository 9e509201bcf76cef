import { placesMissing } from '../call/run-places.js';
import type { LoopState, ViewRun } from '../call/view-loop.js';
import type { KnownPlace, ViewOutcome } from '../call/view-task.js';
import type { BlockContext } from '../execution/run/block-context.js';
import type { RunLimits } from '../execution/run/limits.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import { StateAtBlock } from '../history/state-at-block.js';
import type { StateCache, UnknownPlace } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';

/** The gas that nodes, by default, give to a call that names none. */
const GAS_OF_NODES = 50_000_000;

/** Steps of a run in this process: a millisecond or two. Answers of tokens take hundreds of steps. */
const STEPS_AT_ONCE = 20_000;

/** State in memory and in the database at the end of a block. Most calls run in this process, by the fast interpreter; long ones are for a thread. */
export class CachedState implements LoopState {
  readonly #state: StateAtBlock;
  readonly #atOnce: RunLimits;
  readonly #forThread = new WeakSet<ViewRun>();

  constructor(
    private readonly executor: ViewExecutor,
    private readonly cache: StateCache,
    private readonly context: BlockContext,
    readonly limits: RunLimits & { readonly work: number },
  ) {
    this.#atOnce = { ...limits, steps: Math.min(STEPS_AT_ONCE, limits.steps) };
    this.#state = new StateAtBlock(cache, context.number);
  }

  fast(run: ViewRun): ViewOutcome | undefined {
    if (this.#forThread.has(run)) return undefined;
    const result = this.#view(run, this.#atOnce);
    if (result === undefined || (outOfSteps(result) && this.#hasMore(result))) {
      this.#forThread.add(run);
      return undefined;
    }
    return {
      result,
      missed: placesMissing(result.reason).filter((place) => this.known([place]).length === 0),
    };
  }

  /** The result with the gas that nodes give; undefined where the fast interpreter cannot run the call. */
  atNodes(run: ViewRun): ViewResult | undefined {
    return this.#view(run, this.limits, GAS_OF_NODES);
  }

  known(places: Iterable<Place>): KnownPlace[] {
    return [...places].flatMap((place) => {
      const value = this.#value(place);
      return value === undefined ? [] : [{ place, value }];
    });
  }

  unknown(place: Place): UnknownPlace | undefined {
    return this.#state.unknownAt(toLoad(place));
  }

  async load(places: readonly Place[]): Promise<void> {
    await this.#state.load([
      ...new Map(places.map(toLoad).map((place) => [placeKey(place), place])).values(),
    ]);
  }

  /** Loads what is not in memory. */
  async loadAhead(places: readonly Place[]): Promise<void> {
    await this.load(places.filter((place) => !this.cache.has(toLoad(place), this.context.number)));
  }

  #view({ to, data }: ViewRun, limits: RunLimits, gas?: number): ViewResult | undefined {
    return this.executor.fastView(to, data, this.context, this.#state, { gas, limits });
  }

  /** Whether a run that was ended for its steps may take more. */
  #hasMore({ work }: ViewResult): boolean {
    return this.#atOnce.steps < this.limits.steps && work! <= this.limits.work;
  }

  #value(place: Place): KnownPlace['value'] | undefined {
    const { number } = this.context;
    if (place.kind === 'slot') return this.cache.slot(place, number)?.value;
    if (place.kind === 'code') return this.cache.code(place.address, number)?.value.bytes;
    return this.cache[place.kind](place.address, number)?.value;
  }
}

/** Whether its steps, or its work, ended a run. */
export function outOfSteps({ reason }: ViewResult): boolean {
  return reason?.kind === 'budget' && reason.what === 'steps';
}

/** A balance and a nonce are loaded as one account. */
function toLoad(place: Place): StatePlace {
  if (place.kind === 'slot') return place;
  return { kind: place.kind === 'code' ? 'code' : 'account', address: place.address };
}
