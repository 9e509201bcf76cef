import { placesMissing } from '../call/run-places.js';
import type { LoopState, ViewRun } from '../call/view-loop.js';
import type { KnownPlace, ViewOutcome } from '../call/view-task.js';
import type { BlockContext } from '../execution/run/block-context.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import { StateAtBlock } from '../history/state-at-block.js';
import type { StateCache, UnknownPlace } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';

/** Of a call that names none, by default. */
const GAS_OF_NODES = 50_000_000;

/** State in memory and in the database at the end of a block. Most calls run in this process, by the fast interpreter. */
export class CachedState implements LoopState {
  readonly #state: StateAtBlock;

  constructor(
    private readonly executor: ViewExecutor,
    private readonly cache: StateCache,
    private readonly context: BlockContext,
  ) {
    this.#state = new StateAtBlock(cache, context.number);
  }

  fast({ to, data }: ViewRun): ViewOutcome | undefined {
    const result = this.executor.fastView(to, data, this.context, this.#state);
    if (result === undefined) return undefined;
    return {
      result,
      missed: placesMissing(result.reason).filter((place) => this.known([place]).length === 0),
    };
  }

  /** Whether a call that looks at its gas answers otherwise where nodes run it; true where that cannot be told at once. */
  dependsOnGas({ to, data }: ViewRun, { volatile, outcome, output }: ViewResult): boolean {
    if (!volatile.includes('GAS')) return false;
    const other = this.executor.fastView(to, data, this.context, this.#state, GAS_OF_NODES);
    return other?.outcome !== outcome || Buffer.compare(other.output, output) !== 0;
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

  #value(place: Place): KnownPlace['value'] | undefined {
    const { number } = this.context;
    if (place.kind === 'slot') return this.cache.slot(place, number)?.value;
    if (place.kind === 'code') return this.cache.code(place.address, number)?.value.bytes;
    return this.cache[place.kind](place.address, number)?.value;
  }
}

/** A balance and a nonce are loaded as one account. */
function toLoad(place: Place): StatePlace {
  if (place.kind === 'slot') return place;
  return { kind: place.kind === 'code' ? 'code' : 'account', address: place.address };
}
