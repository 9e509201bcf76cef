import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { TooManyTasks } from '../../platform/thread/thread-pool.js';
import { BlockReader, type BlockRow } from '../../records/block/block.reader.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { Support } from '../history/known-state.js';
import type { AnsweredPlace, Place, RequestedState } from '../history/requested-state.js';
import type { StatePlace } from '../history/state-history.js';
import { AskedState } from './asked-state.js';
import { revertReason } from './revert-reason.js';
import { readRunBlock } from './run-block.js';
import { accountPlaces, placesOf } from './run-places.js';
import { placesUnchanged, type Validity, withinFork } from './validity.js';
import { type CallUndecided, type ViewEnd, ViewLoop, type ViewRun } from './view-loop.js';
import type { ViewThreads } from './view-threads.js';

export { StateNotKept } from './asked-state.js';
export type { CallUndecided } from './view-loop.js';

const DEADLINE_MS = 10_000;
const BOUNDS = { rounds: 400, places: 1_000 };
/** How many places `ask` requests at once, at most. */
const MAX_ASKED = 300;
/** Calls at a time; most of their time they wait for the database or for a node. */
const MAX_CALLS = 32;

/** No answer in time: calls that take too long, too many of them, or nodes that do not answer. Nothing of it is stored. */
export class CallTooLate extends Error {
  override readonly name = 'CallTooLate';
}

/** How many of the places that a result rests on are supported how. */
export type SupportCounts = Readonly<Record<Support, number>>;

/** The result of a view call, and everything that it rests on. */
export interface ViewCall {
  readonly block: Pick<BlockRow, 'number' | 'hash'>;
  /** Name of the fork whose rules held. */
  readonly fork: string;
  readonly result: Omit<ViewResult, 'reason'>;
  /** Present if undecided. */
  readonly reason?: CallUndecided;
  /** The text of a revert that has one. */
  readonly revertReason?: string;
  /** What was read, in the order of first reads. */
  readonly places: readonly AnsweredPlace[];
  readonly support: SupportCounts;
  /** Absent where the result is good for its block alone, and if undecided. */
  readonly validity?: Validity;
}

/** What a view call needs beside the database. */
export class ViewCallSettings {
  constructor(
    readonly schedule: ForkSchedule,
    readonly state: RequestedState,
    readonly threads: ViewThreads,
    /** Whether nodes are asked to prove what rests on the changes of blocks alone. */
    readonly provesAll: boolean,
  ) {}
}

/** Executes view calls at the end of stored blocks. */
@Injectable()
export class ViewCallReader {
  #calls = 0;

  constructor(
    private readonly pool: Pool,
    private readonly blocks: BlockReader,
    private readonly settings: ViewCallSettings,
  ) {}

  /**
   * @param block the newest stored one if undefined
   * @throws NotCovered, StateNotKept or CallTooLate
   */
  async call(
    to: Address,
    data: Uint8Array,
    firstBlock: number,
    block?: number,
    withinMs = DEADLINE_MS,
  ): Promise<ViewCall> {
    return (await this.calls([{ to, data }], firstBlock, block, withinMs))[0]!;
  }

  /** The same for several calls at the end of one block, in the order asked. */
  async calls(
    asked: readonly Pick<ViewRun, 'to' | 'data'>[],
    firstBlock: number,
    block?: number,
    withinMs = DEADLINE_MS,
  ): Promise<ViewCall[]> {
    if (this.#calls >= MAX_CALLS) throw new CallTooLate();
    this.#calls++;
    const signal = AbortSignal.timeout(withinMs);
    try {
      const row =
        block === undefined
          ? await this.blocks.newest()
          : (await this.blocks.atNumber(block, firstBlock)).block;
      const found = await this.#run(asked, row, signal);
      // If the block was replaced meanwhile, some reads may be of the new one.
      const still = await new CanonicalChain(this.pool).at(row.number);
      if (!still?.hash.equals(fromHex(row.hash))) throw NotCovered.unavailable();
      return found;
    } catch (error) {
      throw signal.aborted || error instanceof TooManyTasks ? new CallTooLate() : error;
    } finally {
      this.#calls--;
    }
  }

  /**
   * Asks nodes for state at the end of a block, as far as they give it in time.
   * @returns whether some of it is known now
   */
  async ask(places: readonly StatePlace[], block: number, signal: AbortSignal): Promise<boolean> {
    if (places.length === 0) return false;
    const asked = places.slice(0, MAX_ASKED).flatMap(placesAt);
    try {
      const answered = await this.settings.state.read(asked, block, signal);
      return answered.some(({ answer }) => answer.known);
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  async #run(
    asked: readonly Pick<ViewRun, 'to' | 'data'>[],
    row: BlockRow,
    signal: AbortSignal,
  ): Promise<ViewCall[]> {
    const { schedule, state, threads, provesAll } = this.settings;
    const chain = new CanonicalChain(this.pool);
    const block = await readRunBlock(chain, row.number, schedule);
    if (!block) throw NotCovered.unavailable();
    const read: RequestedState['read'] = (...args) =>
      provesAll ? state.readProven(...args) : state.read(...args);
    const loaded = new AskedState(read, row.number, signal);
    const runs = asked.map((call) => ({ ...call, places: new Map<string, Place>() }));
    const ends = new Map<ViewRun, ViewEnd>();
    await new ViewLoop(threads, chain, block, loaded, BOUNDS).run(runs, signal, (run, end) =>
      ends.set(run, end),
    );
    return Promise.all(runs.map((run) => this.#found(row, block.fork, loaded, ends.get(run)!)));
  }

  async #found(
    row: BlockRow,
    fork: string,
    state: AskedState,
    { result: given, reason }: ViewEnd,
  ): Promise<ViewCall> {
    const { reason: _, ...result } = given;
    const common = { block: row, fork };
    if (reason !== undefined) {
      const undecided = { ...result, outcome: 'undecided' as const, output: NOTHING, gasUsed: 0 };
      return { ...common, result: undecided, reason, places: [], support: supportOf([]) };
    }
    const places = placesOf(result).map((place) => state.answered(place));
    const text = result.outcome === 'reverted' ? revertReason(result.output) : undefined;
    const unchanged = placesUnchanged(row.number, places);
    const { pool, settings } = this;
    return {
      ...{ ...common, result, places, support: supportOf(places) },
      ...(text !== undefined && { revertReason: text }),
      ...(result.volatile.length === 0 && {
        validity: await withinFork(pool, settings.schedule, row.number, unchanged),
      }),
    };
  }
}

function placesAt(place: StatePlace): readonly Place[] {
  return place.kind === 'account' ? accountPlaces(place.address) : [place as Place];
}

const NOTHING = new Uint8Array(0);

function supportOf(places: readonly AnsweredPlace[]): SupportCounts {
  const counts = { proven: 0, changes: 0, attested: 0 };
  for (const { answer } of places) if (answer.known) counts[answer.support]++;
  return counts;
}
