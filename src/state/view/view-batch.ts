import { setImmediate } from 'node:timers/promises';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import type { UndecidedReason, ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import { StateAtBlock } from '../history/state-at-block.js';
import type { StateCache } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';
import type { BranchMemory, RunBlock } from './branch-memory.js';
import { heldAround } from './held-around.js';
import type { ViewAnswer, ViewCall } from './view-answer.js';
import { whyUndecided } from './why-undecided.js';

/** Each brings at least one more place that a run needs, whatever the number of runs. */
const MAX_ROUNDS = 256;
/** How long others wait at most for their turn. */
const TURN_MS = 20;
/** What is in memory then stays there, so that the same request gets further later. */
const PATIENCE_MS = 5_000;
const HASHED_BLOCKS = 256;

interface Run {
  readonly call: ViewCall;
  readonly key: string;
}

/** Calls at the end of one block. What runs miss is loaded for all of them at once, and they run again. */
export class ViewBatch {
  readonly #state: StateAtBlock;
  readonly #until = performance.now() + PATIENCE_MS;
  #turnEnds = 0;

  constructor(
    private readonly executor: ViewExecutor,
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
    }));
    const answers = new Map<string, ViewAnswer>();
    let open = runs.filter(({ key }) => {
      const known = this.memory.answers.find(key, this.#number);
      if (known) answers.set(key, { ...known.value, since: known.since, through: known.through });
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
    const places = runs.flatMap(
      ({ call, key }): readonly StatePlace[] =>
        this.memory.placesOf(key) ?? [{ kind: 'code', address: call.to }],
    );
    const missing = new Map(
      places
        .filter((place) => !this.cache.has(place, this.#number))
        .map((place) => [`${place.kind} ${place.address} ${place.kind === 'slot' ? place.slot : ''}`, place]),
    );
    await this.#state.load([...missing.values()]);
  }

  /** Undefined if it is worth another attempt once more is loaded. */
  async #run({ call, key }: Run): Promise<ViewAnswer | undefined> {
    const result = await this.executor.view(call.to, call.data, this.block.context, this.#state);
    this.memory.notePlaces(key, placesOf(result));
    if (result.outcome !== 'undecided') return this.#keep(key, call, result);
    const reason = result.reason!;
    const place = placeOf(reason);
    const unknown = place && this.#state.unknownAt(place);
    if (place && !unknown) return undefined;
    if (reason.kind === 'missing' && reason.what === 'blockHash' && this.block.hashes.size === 0) {
      await this.#loadHashes();
      if (this.block.hashes.size > 0) return undefined;
    }
    return { outcome: 'undecided', why: whyUndecided(reason, unknown) };
  }

  #keep(key: string, { to }: ViewCall, result: ViewResult): ViewAnswer {
    const value = {
      outcome: result.outcome as 'returned' | 'reverted',
      output: result.output,
      hasCode: result.codes.includes(to),
    };
    const blocks = heldAround(result, this.cache, this.#number);
    this.memory.answers.add(key, { ...blocks, value });
    return { ...value, ...blocks };
  }

  async #loadHashes(): Promise<void> {
    const hashes = await this.chain.hashes(this.#number - HASHED_BLOCKS, this.#number - 1);
    for (const [number, hash] of hashes) this.block.hashes.set(number, hash);
  }

  async #rest(): Promise<void> {
    const now = performance.now();
    if (now > this.#until) throw NotCovered.unavailable();
    if (now < this.#turnEnds) return;
    await setImmediate();
    this.#turnEnds = performance.now() + TURN_MS;
  }
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
