import { setImmediate } from 'node:timers/promises';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import { TooManyCalls, type ViewThreads } from '../call/view-threads.js';
import type { UndecidedReason, ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import type { Interval } from '../history/interval-cache.js';
import { placeKey } from '../history/place-key.js';
import { StateAtBlock } from '../history/state-at-block.js';
import type { StateCache } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';
import type { BranchMemory, RunBlock } from './branch-memory.js';
import { heldAround } from './held-around.js';
import { knownPlaces, toLoad } from './thread-places.js';
import type { DecidedView, UndecidedView, ViewAnswer, ViewCall } from './view-answer.js';
import { whyUndecided } from './why-undecided.js';

/** Each brings at least one more place that a run needs, whatever the number of runs. */
const MAX_ROUNDS = 256;
/** How long others wait at most for their turn. */
const TURN_MS = 20;
/** What is in memory then stays there, so that the same request gets further later. */
const PATIENCE_MS = 10_000;
const HASHED_BLOCKS = 256;
/** Bytes that an answer may have: it stays in memory. */
const MAX_OUTPUT = 4_096;

interface Run {
  readonly call: ViewCall;
  readonly key: string;
  /** What it needs as far as runs have shown, by name. */
  readonly places: Map<string, StatePlace>;
}

/**
 * Calls at the end of one block. What runs miss is loaded for all of them at once, and they run again. A run that the fast interpreter hands
 * over is for a thread: it may take seconds.
 */
export class ViewBatch {
  readonly #state: StateAtBlock;
  readonly #late = AbortSignal.timeout(PATIENCE_MS);
  #turnEnds = 0;

  constructor(
    private readonly executor: ViewExecutor,
    private readonly threads: ViewThreads,
    private readonly chain: CanonicalChain,
    private readonly memory: BranchMemory,
    private readonly cache: StateCache,
    private readonly block: RunBlock,
  ) {
    this.#state = new StateAtBlock(cache, block.context.number);
  }

  /**
   * In the order asked.
   * @throws NotCovered if it takes too long
   */
  async answers(calls: readonly ViewCall[]): Promise<ViewAnswer[]> {
    const runs = calls.map((call) => ({
      call,
      key: `${this.block.fork} ${call.to} ${Buffer.from(call.data).toString('latin1')}`,
      places: new Map<string, StatePlace>(),
    }));
    const answers = new Map<string, ViewAnswer>();
    let open = runs.filter(({ key }) => {
      const known = this.memory.answers.find(key, this.#number);
      if (known) answers.set(key, withBlocks(known));
      return known === undefined;
    });
    await this.#loadAhead(open);
    for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round++) {
      const waiting: Run[] = [];
      for (const run of open) {
        const answer = await this.#run(run);
        if (answer) answers.set(run.key, answer);
        else waiting.push(run);
        await this.#rest();
      }
      if (waiting.length > 0) await this.#state.load();
      open = waiting;
    }
    return runs.map(({ key }) => answers.get(key) ?? { outcome: 'undecided', why: 'it reads too much' });
  }

  get #number(): number {
    return this.block.context.number;
  }

  async #loadAhead(runs: readonly Run[]): Promise<void> {
    const missing = new Map<string, StatePlace>();
    for (const { call, key, places } of runs) {
      const before = this.memory.placesOf(key) ?? [{ kind: 'code', address: call.to }];
      for (const place of before) {
        places.set(placeKey(place), place);
        if (!this.cache.has(place, this.#number)) missing.set(placeKey(place), place);
      }
    }
    await this.#state.load([...missing.values()]);
  }

  /** Undefined if it is worth another attempt once more is loaded. */
  async #run(run: Run): Promise<ViewAnswer | undefined> {
    const { call, key, places } = run;
    const result =
      this.executor.fastView(call.to, call.data, this.block.context, this.#state) ??
      (await this.#inThread(run));
    for (const place of placesOf(result)) places.set(placeKey(place), place);
    this.memory.notePlaces(key, [...places.values()]);
    const { reason } = result;
    if (reason === undefined) {
      const { outcome, output, codes } = result;
      if (output.length > MAX_OUTPUT)
        return this.#keep(key, result, { outcome: 'undecided', why: 'it returns too much' });
      return this.#keep(key, result, {
        outcome: outcome as 'returned' | 'reverted',
        // Of its own: the memory of the run must not stay.
        output: Uint8Array.from(output),
        hasCode: codes.includes(call.to),
      });
    }
    const place = placeOf(reason);
    const unknown = place && this.#state.unknownAt(place);
    if (place && !unknown) return undefined;
    if (reason.kind === 'missing' && reason.what === 'blockHash' && this.block.hashes.size === 0) {
      await this.#loadHashes();
      if (this.block.hashes.size > 0) return undefined;
    }
    const undecided = { outcome: 'undecided', why: whyUndecided(reason, unknown) } as const;
    return reason.kind === 'missing' ? undecided : this.#keep(key, result, undecided);
  }

  /** Of a run that missed something, what it missed first. */
  async #inThread({ call, places }: Run): Promise<ViewResult> {
    const { hashOf: _, ...block } = this.block.context;
    const known = knownPlaces(this.cache, this.#number, places.values());
    try {
      const { result, missed } = await this.threads.run(
        { ...call, block, hashes: this.block.hashes, known },
        this.#late,
      );
      if (missed.length === 0) return result;
      for (const place of missed.map(toLoad)) {
        places.set(placeKey(place), place);
        this.#state.miss(place);
      }
      return { ...result, outcome: 'undecided', reason: missingReason(toLoad(missed[0]!)) };
    } catch (error) {
      throw this.#late.aborted || error instanceof TooManyCalls ? NotCovered.unavailable() : error;
    }
  }

  /** A run ends alike as long as what it read is the same, also where a bound ended it. */
  #keep(key: string, result: ViewResult, value: DecidedView | UndecidedView): ViewAnswer {
    const kept = { ...heldAround(result, this.cache, this.#number), value };
    this.memory.answers.add(key, kept);
    return withBlocks(kept);
  }

  async #loadHashes(): Promise<void> {
    const hashes = await this.chain.hashes(this.#number - HASHED_BLOCKS, this.#number - 1);
    for (const [number, hash] of hashes) this.block.hashes.set(number, hash);
  }

  async #rest(): Promise<void> {
    if (this.#late.aborted) throw NotCovered.unavailable();
    if (performance.now() < this.#turnEnds) return;
    await setImmediate();
    this.#turnEnds = performance.now() + TURN_MS;
  }
}

function withBlocks({ value, since, through }: Interval<DecidedView | UndecidedView>): ViewAnswer {
  return value.outcome === 'undecided' ? value : { ...value, since, through };
}

function missingReason(place: StatePlace): UndecidedReason {
  return place.kind === 'slot'
    ? { kind: 'missing', what: 'slot', address: place.address, slot: place.slot }
    : { kind: 'missing', what: place.kind, address: place.address };
}

function placesOf({ reads, codes, looked }: ViewResult): StatePlace[] {
  return [
    ...reads.map(({ address, slot }) => ({ kind: 'slot' as const, address, slot })),
    ...codes.map((address) => ({ kind: 'code' as const, address })),
    ...looked.map(({ address }) => ({ kind: 'account' as const, address })),
  ];
}

function placeOf(reason: UndecidedReason): StatePlace | undefined {
  if (reason.kind !== 'missing') return undefined;
  if (reason.what === 'slot') return { kind: 'slot', address: reason.address, slot: reason.slot };
  return reason.what === 'account' || reason.what === 'code'
    ? { kind: reason.what, address: reason.address }
    : undefined;
}
