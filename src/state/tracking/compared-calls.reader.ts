import type { Pool } from 'pg';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { ComparedCall } from '../../domain/event/compared-call.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import type { KnownPlace } from '../call/view-task.js';
import { contextOf } from '../execution/run/block-context.js';
import { StateCache } from '../history/state-cache.js';
import { StateHistory, type StatePlace } from '../history/state-history.js';
import type { CompareOutcome, CompareTask } from './compare-task.js';
import { type LastRun, lastRuns, newestRun } from './last-runs.js';

/** Runs that are loaded at once. */
const RUNS_A_PAGE = 20;
/** Time after which no further run of a page begins: the next page begins there. */
const MAX_MS = 1_000;

/** Executes the last runs of tracked calls again, by both interpreters. */
export class ComparedCallsReader {
  /** @param compare executes a call by both */
  constructor(
    private readonly schedule: ForkSchedule,
    private readonly compare: (task: CompareTask, signal: AbortSignal) => Promise<CompareOutcome>,
  ) {}

  newest(pool: Pool): Promise<number> {
    return newestRun(pool);
  }

  /** Runs with an id above a number, a few. Without `last` there are no more. */
  async page(
    pool: Pool,
    above: number,
    signal: AbortSignal,
  ): Promise<{ readonly calls: readonly ComparedCall[]; readonly last?: number }> {
    const { runs, last } = await lastRuns(pool, above, RUNS_A_PAGE);
    const tasks = await this.#tasks(pool, runs);
    const calls: ComparedCall[] = [];
    const late = performance.now() + MAX_MS;
    for (const [at, run] of runs.entries()) {
      calls.push(await this.#checked(run, tasks[at], signal));
      if (performance.now() > late || signal.aborted) return { calls, last: run.id };
    }
    return { calls, ...(last !== undefined && { last }) };
  }

  async #checked(run: LastRun, task: CompareTask | undefined, signal: AbortSignal): Promise<ComparedCall> {
    const call = { address: run.contract, data: run.data, block: run.block };
    // Whatever made the thread fail must not hold up the blocks.
    const compared = task && (await this.compare(task, signal).catch(() => undefined));
    if (!compared?.end) return { ...call, result: 'unclear', reference: Buffer.alloc(0) };
    const { end, fast, reference } = compared;
    const isSame =
      Buffer.compare(fast, reference) === 0 && end.outcome === run.outcome && run.output.equals(end.output);
    return { ...call, result: isSame ? 'same' : 'different', reference: Buffer.from(reference) };
  }

  /** What each run is executed over; undefined where its block was replaced or what it read is not known. */
  async #tasks(pool: Pool, runs: readonly LastRun[]): Promise<(CompareTask | undefined)[]> {
    const cache = new StateCache(new StateHistory(pool, this.schedule, 'tracked'));
    await cache.loadAll(runs.map(({ places, block }) => ({ places, block })));
    const headers = await new CanonicalChain(pool).headersAt(runs.map(({ block }) => block));
    return runs.map(({ contract, data, block, places }) => {
      const header = headers.get(block);
      if (!header) return undefined;
      const known = places.flatMap((place) => knownOf(cache, place, block));
      return { contract, data, known, block: contextOf(header, this.schedule) };
    });
  }
}

function knownOf(cache: StateCache, place: StatePlace, block: number): KnownPlace[] {
  const { address } = place;
  if (place.kind === 'slot') {
    const slot = cache.slot(place, block);
    return slot ? [{ place, value: slot.value }] : [];
  }
  if (place.kind === 'code') {
    const code = cache.code(address, block);
    return code ? [{ place: { kind: 'code', address }, value: code.value.bytes }] : [];
  }
  const [balance, nonce] = [cache.balance(address, block), cache.nonce(address, block)];
  return [
    ...(balance ? [{ place: { kind: 'balance', address }, value: balance.value } as const] : []),
    ...(nonce ? [{ place: { kind: 'nonce', address }, value: nonce.value } as const] : []),
  ];
}
