import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { decodeBundle } from '../../domain/chain/codec/bundle.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { BlockReader, type BlockRow } from '../../records/block/block.reader.js';
import { contextOf } from '../execution/run/block-context.js';
import { executionFork } from '../execution/run/fork-rules.js';
import type { RunFootprint, UndecidedReason, ViewResult } from '../execution/run/view-result.js';
import type { Support } from '../history/known-state.js';
import { placeKey } from '../history/place-key.js';
import { type AnsweredPlace, type Place, RequestedState } from '../history/requested-state.js';
import { revertReason } from './revert-reason.js';
import { placesUnchanged, type Validity, withinFork } from './validity.js';
import type { ViewOutcome, ViewTask } from './view-task.js';
import { TooManyCalls, ViewThreads } from './view-threads.js';

const DEADLINE_MS = 10_000;
/** Of one call: a chain of slots, each of which says where the next one is, takes a round for each. */
const MAX_ROUNDS = 400;
const MAX_PLACES = 1_000;
/** Calls at a time; most of their time they wait for the database or for a node. */
const MAX_CALLS = 32;

/** No answer in time: calls that take too long, too many of them, or nodes that do not answer. Nothing of it is stored. */
export class CallTooLate extends Error {
  override readonly name = 'CallTooLate';
}

/** No node has the state of a place that the call reads. */
export class StateNotKept extends Error {
  override readonly name = 'StateNotKept';
  constructor(
    readonly place: Place,
    readonly block: number,
  ) {
    super(`no node has ${placeKey(place)} at the end of block ${block}`);
  }
}

/** Why a call has no result; `places` and `rounds` bound what is loaded. */
export type CallUndecided = UndecidedReason | { readonly kind: 'budget'; readonly what: 'places' | 'rounds' };

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
  /** What was read, in the order of the first time. */
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
    if (this.#calls >= MAX_CALLS) throw new CallTooLate();
    this.#calls++;
    const signal = AbortSignal.timeout(withinMs);
    try {
      const row =
        block === undefined
          ? await this.blocks.newest()
          : (await this.blocks.atNumber(block, firstBlock)).block;
      const found = await this.#run(to, data, row, signal);
      // Of a block that was replaced meanwhile, some of what was read may be of the other.
      const still = await new CanonicalChain(this.pool).at(row.number);
      if (!still?.hash.equals(fromHex(row.hash))) throw NotCovered.unavailable();
      return found;
    } catch (error) {
      throw signal.aborted || error instanceof TooManyCalls ? new CallTooLate() : error;
    } finally {
      this.#calls--;
    }
  }

  async #run(to: Address, data: Uint8Array, row: BlockRow, signal: AbortSignal): Promise<ViewCall> {
    const { schedule, threads } = this.settings;
    const known = new Map<string, AnsweredPlace>();
    const hashes = new Map<number, Uint8Array>();
    let block = contextOfRow(row);
    let end: CallUndecided | undefined;
    let outcome: ViewOutcome;
    for (let rounds = 1; ; rounds++) {
      const task = { to, data, block, hashes, known: [...known.values()].map(asKnown) };
      outcome = await threads.run(task, signal);
      const { missed, result } = outcome;
      if (missed.length > 0) {
        if (known.size + missed.length > MAX_PLACES) end = { kind: 'budget', what: 'places' };
        else if (rounds === MAX_ROUNDS) end = { kind: 'budget', what: 'rounds' };
        if (end !== undefined) break;
        for (const one of await this.#load(missed, row.number, signal)) known.set(placeKey(one.place), one);
      } else if (result.reason?.kind === 'missing' && result.reason.what === 'blockHash') {
        if (!(await this.#loadHash(result.reason.number, hashes))) break;
      } else if (result.reason?.kind === 'missing' && result.reason.what === 'blockField') {
        const whole = await this.#wholeContext(row.number);
        if (whole === undefined || result.reason.field in block) break;
        block = whole;
      } else break;
    }
    const { reason = end, ...result } = outcome.result;
    const decided = end === undefined && reason === undefined;
    const places = decided ? placesOf(result).map((place) => known.get(placeKey(place))!) : [];
    const text = result.outcome === 'reverted' && decided ? revertReason(result.output) : undefined;
    return {
      block: row,
      fork: executionFork(schedule, row).name,
      result: end === undefined ? result : { ...result, outcome: 'undecided', output: NOTHING, gasUsed: 0 },
      ...((end ?? reason) !== undefined && { reason: (end ?? reason)! }),
      ...(text !== undefined && { revertReason: text }),
      places,
      support: supportOf(places),
      ...(decided &&
        result.volatile.length === 0 && {
          validity: await withinFork(this.pool, schedule, row.number, placesUnchanged(row.number, places)),
        }),
    };
  }

  async #load(places: readonly Place[], block: number, signal: AbortSignal): Promise<AnsweredPlace[]> {
    const { state, provesAll } = this.settings;
    const answered = await (provesAll
      ? state.readProven(places, block, signal)
      : state.read(places, block, signal));
    for (const { place, answer } of answered) {
      if (answer.known) continue;
      if (answer.reason === 'no_history') throw new StateNotKept(place, answer.askAt ?? block);
      throw NotCovered.unavailable();
    }
    return answered;
  }

  async #loadHash(number: number, hashes: Map<number, Uint8Array>): Promise<boolean> {
    const block = await new CanonicalChain(this.pool).at(number);
    if (block !== undefined) hashes.set(number, block.hash);
    return block !== undefined;
  }

  /** With the fields of the header that have no column. */
  async #wholeContext(number: number): Promise<ViewTask['block'] | undefined> {
    const event = await new CanonicalChain(this.pool).eventOf(number);
    return event && contextOf(decodeBundle(event).header, this.settings.schedule);
  }
}

const NOTHING = new Uint8Array(0);

function contextOfRow(row: BlockRow): ViewTask['block'] {
  const { number, timestamp, feeRecipient, gasLimit, baseFeePerGas, blobBaseFee } = row;
  return {
    number,
    timestamp,
    beneficiary: feeRecipient as Address,
    gasLimit: Number(gasLimit),
    ...(baseFeePerGas !== null && { baseFeePerGas: BigInt(baseFeePerGas) }),
    ...(blobBaseFee !== null && { blobBaseFee: BigInt(blobBaseFee) }),
  };
}

function asKnown({ place, answer }: AnsweredPlace) {
  if (!answer.known) throw new RangeError(`${placeKey(place)} is not known`);
  const { value } = answer;
  return { place, value: typeof value === 'bigint' ? value : value.bytes };
}

/** What a run rests on, each place once. */
function placesOf({ codes, reads, looked }: RunFootprint): Place[] {
  const places: Place[] = [
    ...codes.map((address) => ({ kind: 'code' as const, address })),
    ...reads.map(({ address, slot }) => ({ kind: 'slot' as const, address, slot })),
    ...looked.map(
      ({ address, field }) => ({ kind: field === 'codeHash' ? 'code' : field, address }) as const,
    ),
  ];
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

function supportOf(places: readonly AnsweredPlace[]): SupportCounts {
  const counts = { proven: 0, changes: 0, attested: 0 };
  for (const { answer } of places) if (answer.known) counts[answer.support]++;
  return counts;
}
