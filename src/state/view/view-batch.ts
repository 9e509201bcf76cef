import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import { TooManyTasks } from '../../platform/thread/thread-pool.js';
import type { RunBlock } from '../call/run-block.js';
import { type ViewEnd, ViewLoop, type ViewRun } from '../call/view-loop.js';
import type { ViewThreads } from '../call/view-threads.js';
import { limitsOfShare } from '../execution/run/limits.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import type { Interval } from '../history/interval-cache.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import type { StateCache } from '../history/state-cache.js';
import type { BranchMemory, KeptView } from './branch-memory.js';
import { CachedState } from './cached-state.js';
import { heldAround } from './held-around.js';
import type { DecidedView, UndecidedView, ViewAnswer, ViewCall } from './view-answer.js';
import { whyUndecided } from './why-undecided.js';

const BOUNDS = { rounds: 256, places: Number.POSITIVE_INFINITY };
/** Work of all calls together, in steps: about half a second of a processor. */
const WORK = 10_000_000;
/**
 * Work that each call may take at least: several times what a token takes through a proxy, so that no other
 * call keeps it from an answer.
 */
const LEAST_SHARE = 5_000;
/**
 * Leaves time for nodes and a busy machine. What was loaded stays in memory, so that the same request gets
 * further later.
 */
const PATIENCE_MS = 10_000;
/** Bytes of an answer at most: it stays in memory. */
const MAX_OUTPUT = 4_096;
const TAKES_MORE: UndecidedView = {
  outcome: 'undecided',
  why: 'its execution takes more steps than is spent on it',
};
const DEPENDS_ON_GAS = 'its answer depends on the gas of the call';

interface Asked {
  readonly call: ViewCall;
  /** The same for the same call under the same rules. */
  readonly key: string;
}

interface Run extends ViewRun {
  readonly asked: Asked;
}

/**
 * Calls at the end of one block, which share a budget of work. A run that takes long, or that the fast interpreter hands over, is for a thread.
 */
export class ViewBatch {
  #late: AbortSignal | undefined;

  constructor(
    private readonly executor: ViewExecutor,
    private readonly threads: ViewThreads,
    private readonly chain: CanonicalChain,
    private readonly memory: BranchMemory,
    private readonly cache: StateCache,
    private readonly block: RunBlock,
  ) {}

  /**
   * In the order asked. Each may take an equal share of the work; what others leave is shared again among those that take more. So no answer depends on
   * the order, nor on what is in memory: an answer from there counts the work that it took.
   * @throws NotCovered if it takes too long
   */
  async answers(calls: readonly ViewCall[]): Promise<ViewAnswer[]> {
    const asked = calls.map((call) => ({ call, key: this.#keyOf(call) }));
    const answers = new Map<string, ViewAnswer>();
    let open: readonly Asked[] = [...new Map(asked.map((one) => [one.key, one])).values()];
    let left = Math.max(WORK, LEAST_SHARE * open.length);
    for (let share = 0; open.length > 0; ) {
      const more = Math.floor(left / open.length);
      if (more <= share) break;
      share = more;
      const { work, takeMore } = await this.#pass(open, share, answers);
      left -= work;
      open = takeMore;
    }
    return asked.map(({ key }) => answers.get(key) ?? TAKES_MORE);
  }

  #keyOf({ to, data }: ViewCall): string {
    return `${this.block.fork} ${to} ${Buffer.from(data).toString('latin1')}`;
  }

  #runOf(asked: Asked): Run {
    const { call, key } = asked;
    const places = this.memory.placesOf(key) ?? likelyPlaces(call);
    const { to, data } = call;
    return { to, data, asked, places: new Map(places.map((place) => [placeKey(place), place])) };
  }

  /** Runs the calls whose ends are not in memory. Calls that take more than their share have no answer. */
  async #pass(
    open: readonly Asked[],
    share: number,
    answers: Map<string, ViewAnswer>,
  ): Promise<{ readonly work: number; readonly takeMore: readonly Asked[] }> {
    let work = 0;
    const takeMore: Asked[] = [];
    const count = (asked: Asked, kept: Interval<KeptView>): void => {
      const isAnswer = !kept.value.takesMore && kept.value.work <= share;
      work += isAnswer ? kept.value.work : share;
      if (isAnswer) answers.set(asked.key, withBlocks(kept));
      else takeMore.push(asked);
    };
    const unknown = open.filter((asked) => {
      const known = this.memory.answers.find(asked.key, this.block.context.number);
      if (!known || (known.value.takesMore && known.value.work < share)) return true;
      count(asked, known);
      return false;
    });
    if (unknown.length > 0) await this.#run(unknown, share, count);
    return { work, takeMore };
  }

  async #run(
    unknown: readonly Asked[],
    share: number,
    ended: (asked: Asked, kept: Interval<KeptView>) => void,
  ): Promise<void> {
    const runs = unknown.map((asked) => this.#runOf(asked));
    this.#late ??= AbortSignal.timeout(PATIENCE_MS);
    const late = this.#late;
    const state = new CachedState(this.executor, this.cache, this.block.context, limitsOfShare(share));
    await state.loadAhead(runs.flatMap(({ places }) => [...places.values()]));
    try {
      await new ViewLoop(this.threads, this.chain, this.block, state, BOUNDS).run(runs, late, (run, end) =>
        ended(run.asked, this.#kept(run, end, state)),
      );
    } catch (error) {
      throw late.aborted || error instanceof TooManyTasks ? NotCovered.unavailable() : error;
    } finally {
      for (const { asked, places } of runs) this.memory.notePlaces(asked.key, [...places.values()]);
    }
  }

  #kept(run: Run, end: ViewEnd, state: CachedState): Interval<KeptView> {
    const { result, missed, reason } = end;
    const value = keptView(run, end, state);
    const { isAttested, ...blocks } = heldAround(result, this.cache, this.block.context.number);
    const kept = { ...blocks, value };
    const mayChange = value.view.outcome === 'undecided' && (missed.length > 0 || reason?.kind === 'missing');
    // A run ends alike as long as what it read is the same, also where a bound ended it.
    if (!isAttested && !mayChange) this.memory.answers.add(run.asked.key, kept);
    return kept;
  }
}

function keptView(run: Run, end: ViewEnd, state: CachedState): KeptView {
  const { result } = end;
  const share = state.limits.work;
  const why = whyUndecided(end);
  const other = why === undefined && result.volatile.includes('GAS') ? state.atNodes(run) : result;
  const work = (result.work ?? 0) + (other === result ? 0 : (other?.work ?? 0));
  if (work > share) return { view: TAKES_MORE, work: share, takesMore: true };
  const { outcome, output } = result;
  const dependsOnGas = other?.outcome !== outcome || Buffer.compare(other.output, output) !== 0;
  const undecidedFor = why ?? (dependsOnGas ? DEPENDS_ON_GAS : undefined);
  const view = undecidedFor === undefined ? decided(run, result) : undecided(undecidedFor, end);
  return { view, work, takesMore: false };
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
  // A copy, so that the memory of the run is not kept.
  const own = Uint8Array.from(output);
  return { outcome: outcome as 'returned' | 'reverted', output: own, hasCode: codes.includes(to) };
}

function withBlocks({ value: { view }, since, through }: Interval<KeptView>): ViewAnswer {
  return view.outcome === 'undecided' ? view : { ...view, since, through };
}
