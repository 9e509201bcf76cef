import { setImmediate } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import { selectorNamed } from '../../domain/chain/codec/observed-delegation.js';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { missingPlace, statePlacesOf } from '../call/run-places.js';
import { delegationAtOnce } from '../execution/delegation.js';
import { type BlockContext, contextOf } from '../execution/run/block-context.js';
import { LIMITS } from '../execution/run/limits.js';
import type { StopsAt } from '../execution/run/run.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import { placeKey } from '../history/place-key.js';
import { StateAtBlock } from '../history/state-at-block.js';
import { MAX_CODES, StateCache } from '../history/state-cache.js';
import { StateHistory } from '../history/state-history.js';
import { codeOf, type Ended, NOTHING, RunBounds } from './run-bounds.js';
import type { TrackedCall, TrackedOutcome, TrackedRun } from './tracked-run.js';

/** Of one run: what a token declares takes a hundredth. It bounds how long a hostile contract holds ingestion. */
const GAS = 1_000_000;
/** Of the gas of the convention, where it is given: they bound the time that it may take. */
const STEPS_WITH_ALL_GAS = 100_000;
/** Bytes; a longer output is run on request. */
const MAX_OUTPUT = 4_096;
const MAX_PLACES = 64;
/** Of a wave: one query of each kind loads what its calls need next. */
const MAX_CALLS = 500;
/** After so many rounds nearly all calls of a wave have ended. */
const ROUNDS_TOGETHER = 8;
/** Calls whose places all fit into the cache, whatever these are. */
const MAX_FITTING_CALLS = Math.floor(MAX_CODES / MAX_PLACES);
/** Each brings at least one more place that a run needs; a place may have to be loaded once more, as it was among the oldest ones. */
const MAX_ROUNDS = 2 * MAX_PLACES + 2;
/** How long the process does nothing else at most. */
const TURN_MS = 20;

/** A call, and the block from which on it is to run again. */
export interface Rerun extends TrackedCall {
  readonly from: number;
  /** Of a call that begins to be tracked: the lowest block to track it at, from that block down. */
  readonly lowest?: number;
}

interface Rules {
  readonly schedule: ForkSchedule;
  readonly executor: ViewExecutor;
  /** Blocks of the span from which on other rules hold, ascending. */
  readonly forks: readonly number[];
}

/** A call that is to run at a block. */
interface Due extends TrackedCall {
  readonly lowest?: number;
  /** The blocks above have their runs. */
  readonly isBackwards?: boolean;
}

/** Calls that are due at one block. */
interface DueAtBlock {
  readonly context: BlockContext;
  readonly state: StateAtBlock;
  open: readonly Due[];
}

/** Runs calls over the blocks of a span, each again where something that it read changes. */
export class CallRunner {
  readonly #chain: CanonicalChain;
  readonly #cache: StateCache;
  readonly #bounds: RunBounds;
  readonly #runs: TrackedRun[] = [];
  readonly #due = new Map<number, Due[]>();
  readonly #last = new Map<string, TrackedRun>();
  #turnEnds = 0;

  /**
   * @param firstBlock of the span
   * @param headers of blocks that are at hand
   */
  constructor(
    tx: PoolClient,
    private readonly rules: Rules,
    firstBlock: number,
    private readonly headers: ReadonlyMap<number, Header>,
  ) {
    this.#chain = new CanonicalChain(tx);
    this.#cache = new StateCache(new StateHistory(tx, rules.schedule, 'tracked'));
    this.#bounds = new RunBounds(this.#cache, rules.forks, firstBlock);
  }

  /** The runs of these calls up to a block, each call's in the order of blocks. */
  async runs(reruns: Iterable<Rerun>, lastBlock: number): Promise<TrackedRun[]> {
    for (const { from, ...call } of reruns) this.#plan(call, from);
    while (this.#due.size > 0) {
      const waiting = await this.#rounds(await this.#started(), ROUNDS_TOGETHER, lastBlock);
      // What calls need together may exceed the cache: how a call ends must not depend on those beside it.
      for (const fitting of inParts(waiting, MAX_FITTING_CALLS))
        for (const { open, context } of await this.#rounds(fitting, MAX_ROUNDS, lastBlock))
          for (const call of open)
            this.#keep(call, this.#bounds.ended(call, context.number, 'left'), lastBlock);
    }
    return this.#runs;
  }

  /** Runs calls, loads what they miss, and runs these again, so often. Returns those that still wait. */
  async #rounds(due: readonly DueAtBlock[], rounds: number, lastBlock: number): Promise<DueAtBlock[]> {
    let waiting = [...due];
    for (let round = 0; round < rounds && waiting.length > 0; round++) {
      await StateAtBlock.loadAll(
        this.#cache,
        waiting.map(({ state }) => state),
      );
      const open: DueAtBlock[] = [];
      for (const one of waiting) if (await this.#runAt(one, lastBlock)) open.push(one);
      waiting = open;
    }
    return waiting;
  }

  #plan(call: Due, block: number): void {
    const due = this.#due.get(block);
    if (due) due.push(call);
    else this.#due.set(block, [call]);
  }

  /**
   * What is due, of many blocks at once, so that one query loads what all of them need: the lowest blocks first. What follows from a run is
   * due in a later wave.
   */
  async #started(): Promise<DueAtBlock[]> {
    const due: [number, readonly Due[]][] = [];
    let room = MAX_CALLS;
    for (const [block, calls] of [...this.#due].sort(([block], [other]) => block - other)) {
      if (room === 0) break;
      const begun = calls.splice(0, room);
      room -= begun.length;
      due.push([block, begun]);
      if (calls.length === 0) this.#due.delete(block);
    }
    const lacking = due.flatMap(([block]) => (this.headers.has(block) ? [] : [block]));
    const stored = await this.#chain.headersAt(lacking);
    const wave: DueAtBlock[] = [];
    for (const [block, calls] of due) {
      const header = this.headers.get(block) ?? stored.get(block);
      // A rebuild comes by blocks that were replaced since; what it finds of them is removed again.
      if (!header) continue;
      const state = new StateAtBlock(this.#cache, block);
      for (const { contract } of calls)
        if (!this.#cache.has(codeOf(contract), block)) state.miss(codeOf(contract));
      wave.push({ context: contextOf(header, this.rules.schedule), state, open: calls });
    }
    return wave;
  }

  /** Returns whether calls wait for more state. */
  async #runAt(one: DueAtBlock, lastBlock: number): Promise<boolean> {
    const waiting: Due[] = [];
    for (const call of one.open) {
      const run = this.#run(call, one.context, one.state);
      if (run) this.#keep(call, run, lastBlock);
      else waiting.push(call);
      await this.#rest();
    }
    one.open = waiting;
    return waiting.length > 0;
  }

  /** Undefined if it is worth another attempt once more is loaded. */
  #run(call: TrackedCall, context: BlockContext, state: StateAtBlock): Ended | undefined {
    const block = context.number;
    const { contract } = call;
    const selector = selectorNamed(toHex(call.data));
    const isDelegation = call.data.length === 0 || selector !== undefined;
    const result = isDelegation
      ? this.#delegation(contract, context, state, selector && fromHex(selector))
      : this.rules.executor.fastView(contract, call.data, context, state, GAS);
    if (!result) return this.#bounds.ended(call, block, 'left');
    const place = missingPlace(result.reason);
    const unknown = place && state.unknownAt(place);
    if (place && !unknown) return undefined;
    const places = statePlacesOf(result);
    if (places.length >= MAX_PLACES) return this.#bounds.ended(call, block, 'left');
    if (unknown) return this.#bounds.missing(this.#bounds.ended(call, block, 'missing', places), unknown);
    const outcome = outcomeOf(result);
    const hasOutput = outcome === 'returned' || outcome === 'reverted';
    return this.#bounds.ended(call, block, outcome, places, hasOutput ? Buffer.from(result.output) : NOTHING);
  }

  /** A contract that looks at its gas may do otherwise with more: it is observed with as much as it has where a proof is checked. */
  #delegation(
    contract: Address,
    context: BlockContext,
    state: StateAtBlock,
    selector: Uint8Array | undefined,
  ): ViewResult | undefined {
    const { executor } = this.rules;
    let looksAtGas = false;
    const view = (data: Uint8Array, stopsAt?: StopsAt) => {
      const run = executor.fastView(contract, data, context, state, GAS, stopsAt);
      looksAtGas ||= run?.volatile.includes('GAS') === true;
      return run;
    };
    const observed = delegationAtOnce(contract, state, view, selector);
    if (!looksAtGas) return observed;
    const limits = { ...LIMITS, steps: STEPS_WITH_ALL_GAS };
    const viewWithAll = (data: Uint8Array, stopsAt?: StopsAt) =>
      executor.fastView(contract, data, context, state, LIMITS.gas, stopsAt, limits);
    return delegationAtOnce(contract, state, viewWithAll, selector);
  }

  #keep(due: Due, { run, since, through }: Ended, lastBlock: number): void {
    const { lowest, isBackwards, ...call } = due;
    if (lowest !== undefined) {
      this.#runs.push({ ...run, since: Math.max(since, lowest) });
      const goesOn = run.missing?.place.kind !== 'account';
      if (since > lowest && goesOn) this.#plan({ ...call, lowest, isBackwards: true }, since - 1);
      if (!isBackwards && through < lastBlock) this.#plan(call, through + 1);
      return;
    }
    const key = `${call.contract} ${call.data.toString('latin1')}`;
    const before = this.#last.get(key);
    if (!before || !isSame(before, run)) {
      this.#runs.push(run);
      this.#last.set(key, run);
    }
    if (through < lastBlock) this.#plan(call, through + 1);
  }

  async #rest(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await setImmediate();
    this.#turnEnds = performance.now() + TURN_MS;
  }
}

/** The open calls in parts of at most so many. */
function* inParts(due: readonly DueAtBlock[], most: number): Generator<DueAtBlock[]> {
  let part: DueAtBlock[] = [];
  let room = most;
  for (const { context, state, open } of due) {
    for (let at = 0; at < open.length; ) {
      const calls = open.slice(at, at + room);
      part.push({ context, state, open: calls });
      at += calls.length;
      room -= calls.length;
      if (room > 0) continue;
      yield part;
      part = [];
      room = most;
    }
  }
  if (part.length > 0) yield part;
}

function outcomeOf({ outcome, volatile, output }: ViewResult): TrackedOutcome {
  // Also where a bound ended it.
  if (outcome === 'undecided' || output.length > MAX_OUTPUT) return 'left';
  return volatile.length > 0 ? 'volatile' : outcome;
}

function isSame(one: TrackedRun, other: TrackedRun): boolean {
  return (
    one.outcome === other.outcome &&
    one.output.equals(other.output) &&
    one.knownBy === other.knownBy &&
    one.places.length === other.places.length &&
    one.places.every((place, at) => placeKey(place) === placeKey(other.places[at]!))
  );
}
