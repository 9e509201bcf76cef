import { setImmediate } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { missingPlace, statePlacesOf } from '../call/run-places.js';
import type { BlockContext } from '../execution/run/block-context.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import { placeKey } from '../history/place-key.js';
import { StateAtBlock } from '../history/state-at-block.js';
import { MAX_CODES, StateCache } from '../history/state-cache.js';
import { StateHistory } from '../history/state-history.js';
import { fastDigest } from './compare-interpreters.js';
import { type Due, DueCalls } from './due-calls.js';
import { executeTracked, MAX_PLACES } from './execute-tracked.js';
import { GatheringState } from './gathering-state.js';
import { MAX_OUTPUT } from './often-changed.table.js';
import { type Ended, RunBounds } from './run-bounds.js';
import type { Disputes } from './tracked-dispute.table.js';
import type { Rerun, TrackedCall, TrackedOutcome, TrackedRun } from './tracked-run.js';
import { type DueAtBlock, inParts, Waves } from './waves.js';

/** Calls of a wave. One query of each kind loads what they need next. */
const MAX_CALLS = 500;
/**
 * So many calls that all their places fit into the cache, whatever these are, together with as many places
 * that are gathered for them and what the rest of the wave needs.
 */
const MAX_FITTING_CALLS = Math.floor((MAX_CODES - MAX_CALLS) / (2 * MAX_PLACES));

interface Phase {
  readonly rounds: number;
  /**
   * How many rounds repeat a run that lacks something, to show what else it needs. Such a round costs two
   * runs.
   */
  readonly gathers: number;
}

/**
 * After so many rounds nearly all calls of a wave have ended. The last one gathers nothing, because the next
 * phase would load it for all calls at once.
 */
const TOGETHER: Phase = { rounds: 8, gathers: 7 };
/**
 * Each round brings at least one more place that a run needs. A place may have to be loaded twice, if it was
 * among the oldest ones in the cache.
 */
const FITTING: Phase = { rounds: 2 * MAX_PLACES + 2, gathers: 1 };
/** The longest time for which nothing else runs in the process. */
const TURN_MS = 20;

interface Rules {
  readonly schedule: ForkSchedule;
  readonly executor: ViewExecutor;
  /** Blocks of the span from which on other rules hold, ascending. */
  readonly forks: readonly number[];
  /** A call that changes more often is not followed further. */
  readonly mostChanges: number;
  readonly disputes: Disputes;
}

/** What has run of a call so far, over consecutive blocks. */
interface Followed {
  last: TrackedRun;
  /** The last run that lacked nothing. */
  result: TrackedRun | undefined;
  changes: number;
}

/** Runs calls over the blocks of a span, each again where something that it read changes. */
export class CallRunner {
  readonly #cache: StateCache;
  readonly #bounds: RunBounds;
  readonly #runs: TrackedRun[] = [];
  readonly #due = new DueCalls();
  readonly #waves: Waves;
  readonly #followed = new Map<string, Followed>();
  #turnEnds = 0;

  /**
   * @param firstBlock of the span
   * @param headers of blocks that are at hand
   */
  constructor(
    tx: PoolClient,
    private readonly rules: Rules,
    firstBlock: number,
    headers: ReadonlyMap<number, Header>,
  ) {
    this.#cache = new StateCache(new StateHistory(tx, rules.schedule, 'tracked'));
    this.#waves = new Waves(tx, this.#cache, rules.schedule, headers);
    this.#bounds = new RunBounds(this.#cache, rules.forks, firstBlock);
  }

  /** The runs of these calls up to a block, each call's in the order of blocks. */
  async runs(reruns: Iterable<Rerun>, lastBlock: number): Promise<TrackedRun[]> {
    for (const { from, ...call } of reruns) this.#due.plan(call, from);
    while (!this.#due.isEmpty) {
      // Further runs that follow from a run are due in a later wave.
      const wave = await this.#waves.start(this.#due.take(MAX_CALLS));
      const waiting = await this.#rounds(wave, TOGETHER, lastBlock);
      // What calls need together may exceed the cache: how a call ends must not depend on those beside it.
      for (const fitting of inParts(waiting, MAX_FITTING_CALLS))
        for (const { open, context } of await this.#rounds(fitting, FITTING, lastBlock))
          for (const call of open)
            this.#keep(call, this.#bounds.ended(call, context.number, 'left'), lastBlock);
    }
    return this.#runs;
  }

  /** Runs calls, loads what they miss, and runs these again, so often. Returns those that still wait. */
  async #rounds(
    due: readonly DueAtBlock[],
    { rounds, gathers }: Phase,
    lastBlock: number,
  ): Promise<DueAtBlock[]> {
    let waiting = [...due];
    for (let round = 0; round < rounds && waiting.length > 0; round++) {
      await StateAtBlock.loadAll(
        this.#cache,
        waiting.map(({ state }) => state),
      );
      this.#waves.beginRound();
      const open: DueAtBlock[] = [];
      for (const one of waiting) if (await this.#runAt(one, round < gathers, lastBlock)) open.push(one);
      waiting = open;
    }
    return waiting;
  }

  /** Returns whether calls wait for more state. */
  async #runAt(one: DueAtBlock, gathers: boolean, lastBlock: number): Promise<boolean> {
    const { context, state } = one;
    const waiting: Due[] = [];
    for (const call of one.open) {
      const run = this.#run(call, context, state);
      if (run) this.#keep(call, run, lastBlock);
      else waiting.push(call);
      // Gathering keeps the number of repeats from growing with what a call reads.
      if (!run && gathers) {
        const gathering = new GatheringState(state, this.#waves.room, MAX_PLACES);
        executeTracked(this.rules.executor, call, context, gathering);
      }
      await this.#rest();
    }
    one.open = waiting;
    return waiting.length > 0;
  }

  /** Undefined if state was missing: the call runs again once that is loaded. */
  #run(call: TrackedCall, context: BlockContext, state: StateAtBlock): Ended | undefined {
    const block = context.number;
    const { result, places: asked } = executeTracked(this.rules.executor, call, context, state);
    if (!result) return this.#bounds.ended(call, block, 'left', asked);
    const place = missingPlace(result.reason);
    const unknown = place && state.unknownAt(place);
    if (place && !unknown) return undefined;
    const places = statePlacesOf(result);
    if (unknown) return this.#bounds.missing(this.#bounds.ended(call, block, 'missing', places), unknown);
    const outcome = outcomeOf(result);
    const hasOutput = outcome === 'returned' || outcome === 'reverted';
    if (!hasOutput) return this.#bounds.ended(call, block, outcome, places);
    const end = this.#bounds.ended(call, block, outcome, places, Buffer.from(result.output));
    return this.#isDisputed(end, context, state) ? this.#bounds.ended(call, block, 'disputed', places) : end;
  }

  /**
   * Whether the reference did otherwise in a block in which this run holds as well. A fast interpreter that was mended since does
   * as the reference did.
   */
  #isDisputed({ run, since, through }: Ended, context: BlockContext, state: StateAtBlock): boolean {
    const disputes = this.rules.disputes.within(run, since, through);
    if (disputes.length === 0) return false;
    const fast = fastDigest(this.rules.executor, run, context, state);
    return disputes.some(({ reference }) => !reference.equals(fast));
  }

  #keep(due: Due, { run, since, through }: Ended, lastBlock: number): void {
    const { lowest, isBackwards, ...dueCall } = due;
    const call = { ...dueCall, read: run.places };
    if (lowest !== undefined) {
      this.#runs.push({ ...run, since: Math.max(since, lowest) });
      const goesOn = run.missing?.place.kind !== 'account';
      if (since > lowest && goesOn) this.#due.plan({ ...call, lowest, isBackwards: true }, since - 1);
      if (!isBackwards && through < lastBlock) this.#due.plan(call, through + 1);
      return;
    }
    const key = `${call.contract} ${call.data.toString('latin1')}`;
    const followed = this.#followed.get(key);
    if (!followed || !isSame(followed.last, run)) this.#runs.push(run);
    const { changes } = this.#follow(key, run, followed);
    // The first result may say nothing, which is no change.
    if (through < lastBlock && changes <= this.rules.mostChanges + 1) this.#due.plan(call, through + 1);
  }

  #follow(
    key: string,
    run: TrackedRun,
    { result, changes }: Omit<Followed, 'last'> = { result: undefined, changes: 0 },
  ): Followed {
    const isResult = run.outcome !== 'missing';
    const isChange = isResult && result !== undefined && !endsAlike(result, run);
    const followed = { last: run, result: isResult ? run : result, changes: changes + Number(isChange) };
    this.#followed.set(key, followed);
    return followed;
  }

  async #rest(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await setImmediate();
    this.#turnEnds = performance.now() + TURN_MS;
  }
}

function outcomeOf({ outcome, volatile, output }: ViewResult): TrackedOutcome {
  // Undecided includes runs that a bound ended.
  if (outcome === 'undecided' || output.length > MAX_OUTPUT) return 'left';
  return volatile.length > 0 ? 'volatile' : outcome;
}

function endsAlike(one: TrackedRun, other: TrackedRun): boolean {
  return one.outcome === other.outcome && one.output.equals(other.output);
}

function isSame(one: TrackedRun, other: TrackedRun): boolean {
  return (
    endsAlike(one, other) &&
    one.knownBy === other.knownBy &&
    one.places.length === other.places.length &&
    one.places.every((place, at) => placeKey(place) === placeKey(other.places[at]!))
  );
}
