import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import type { RunBlock } from '../call/run-block.js';
import { type ViewEnd, ViewLoop, type ViewRun } from '../call/view-loop.js';
import { TooManyCalls, type ViewThreads } from '../call/view-threads.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import type { Interval } from '../history/interval-cache.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import type { StateCache } from '../history/state-cache.js';
import type { BranchMemory } from './branch-memory.js';
import { CachedState } from './cached-state.js';
import { heldAround } from './held-around.js';
import type { DecidedView, UndecidedView, ViewAnswer, ViewCall } from './view-answer.js';
import { whyUndecided } from './why-undecided.js';

const BOUNDS = { rounds: 256, places: Number.POSITIVE_INFINITY };
/** What is in memory then stays there, so that the same request gets further later. */
const PATIENCE_MS = 10_000;
/** Bytes that an answer may have: it stays in memory. */
const MAX_OUTPUT = 4_096;
const DEPENDS_ON_GAS = 'its answer depends on the gas of the call';

interface Run extends ViewRun {
  readonly key: string;
}

/**
 * Calls at the end of one block. A run that the fast interpreter hands over is for a thread: it may take seconds.
 */
export class ViewBatch {
  constructor(
    private readonly executor: ViewExecutor,
    private readonly threads: ViewThreads,
    private readonly chain: CanonicalChain,
    private readonly memory: BranchMemory,
    private readonly cache: StateCache,
    private readonly block: RunBlock,
  ) {}

  /**
   * In the order asked.
   * @throws NotCovered if it takes too long
   */
  async answers(calls: readonly ViewCall[]): Promise<ViewAnswer[]> {
    const { context, fork } = this.block;
    const runs = calls.map((call): Run => {
      const { to, data } = call;
      const key = `${fork} ${to} ${Buffer.from(data).toString('latin1')}`;
      const places = this.memory.placesOf(key) ?? likelyPlaces(call);
      return { to, data, key, places: new Map(places.map((place) => [placeKey(place), place])) };
    });
    const answers = new Map<string, ViewAnswer>();
    const open = runs.filter(({ key }) => {
      const known = this.memory.answers.find(key, context.number);
      if (known) answers.set(key, withBlocks(known));
      return known === undefined;
    });
    if (open.length > 0) await this.#run(open, answers);
    return runs.map(({ key }) => answers.get(key)!);
  }

  async #run(open: readonly Run[], answers: Map<string, ViewAnswer>): Promise<void> {
    const late = AbortSignal.timeout(PATIENCE_MS);
    const state = new CachedState(this.executor, this.cache, this.block.context);
    await state.loadAhead(open.flatMap(({ places }) => [...places.values()]));
    try {
      await new ViewLoop(this.threads, this.chain, this.block, state, BOUNDS).run(open, late, (run, end) =>
        answers.set(run.key, this.#answer(run, end, state)),
      );
    } catch (error) {
      throw late.aborted || error instanceof TooManyCalls ? NotCovered.unavailable() : error;
    } finally {
      for (const { key, places } of open) this.memory.notePlaces(key, [...places.values()]);
    }
  }

  #answer(run: Run, end: ViewEnd, state: CachedState): ViewAnswer {
    const { result, missed, reason } = end;
    const why = whyUndecided(end) ?? (state.dependsOnGas(run, result) ? DEPENDS_ON_GAS : undefined);
    const value = why === undefined ? decided(run, result) : undecided(why, end);
    if (value.outcome === 'undecided' && (missed.length > 0 || reason?.kind === 'missing')) return value;
    // A run ends alike as long as what it read is the same, also where a bound ended it.
    const { isAttested, ...blocks } = heldAround(result, this.cache, this.block.context.number);
    const kept = { ...blocks, value };
    if (!isAttested) this.memory.answers.add(run.key, kept);
    return withBlocks(kept);
  }
}

function likelyPlaces({ to, likelySlot }: ViewCall): Place[] {
  const code: Place = { kind: 'code', address: to };
  return likelySlot === undefined ? [code] : [code, { kind: 'slot', address: to, slot: likelySlot }];
}

function undecided(why: string, { unknown }: ViewEnd): UndecidedView {
  const isMissing = unknown !== undefined && unknown.reason !== 'contradicted';
  return { outcome: 'undecided', why, ...(isMissing && { missing: unknown.place }) };
}

function decided({ to }: Run, { outcome, output, codes }: ViewResult): DecidedView | UndecidedView {
  if (output.length > MAX_OUTPUT) return { outcome: 'undecided', why: 'it returns too much' };
  // Bytes of its own: the memory of the run must not stay.
  const own = Uint8Array.from(output);
  return { outcome: outcome as 'returned' | 'reverted', output: own, hasCode: codes.includes(to) };
}

function withBlocks({ value, since, through }: Interval<DecidedView | UndecidedView>): ViewAnswer {
  return value.outcome === 'undecided' ? value : { ...value, since, through };
}
