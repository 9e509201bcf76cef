import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header, VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import { StateHistory, type StatePlace } from '../history/state-history.js';
import { CallRunner } from './call-runner.js';
import { MAX_CHANGES, OftenChangedTable } from './often-changed.table.js';
import {
  askForMissing,
  clearAnswers,
  type LearntPlace,
  learnAnswers,
  unwindAnswers,
} from './tracked-answer.table.js';
import { candidates, DECLARATIONS } from './tracked-calls.js';
import { TrackedChangeTable } from './tracked-change.table.js';
import { TrackedDisputeTable } from './tracked-dispute.table.js';
import { TrackedForkTable } from './tracked-fork.table.js';
import type { Rerun } from './tracked-run.js';
import { TrackedRunReader } from './tracked-run.reader.js';
import { TrackedRunTable } from './tracked-run.table.js';
import { TrackedSpanTable } from './tracked-span.table.js';

/** A call, and a block from which on its result is wanted. */
export interface WantedCall {
  readonly contract: Address;
  readonly data: Buffer;
  readonly block: number;
}

/** Runs tracked calls where something that they read changes, and keeps the runs. */
export class Tracker {
  #executor: ViewExecutor | undefined;
  readonly #runs = new TrackedRunTable();
  readonly #runReader = new TrackedRunReader();
  readonly #spans = new TrackedSpanTable();
  readonly #forks: TrackedForkTable;
  readonly #changes = new TrackedChangeTable();
  readonly #disputes = new TrackedDisputeTable();
  readonly #often: OftenChangedTable;

  /** @param mostChanges how many changes of a call's result are followed in a span */
  constructor(
    private readonly schedule: ForkSchedule,
    private readonly mostChanges = MAX_CHANGES,
  ) {
    this.#forks = new TrackedForkTable(schedule);
    this.#often = new OftenChangedTable(mostChanges);
  }

  /** @param blocks consecutive, all with state changes */
  async extend(tx: PoolClient, blocks: readonly VerifiedBlock[]): Promise<void> {
    const [fromBlock, toBlock] = [blocks[0]!.header.number, blocks.at(-1)!.header.number];
    const added = { fromBlock, toBlock };
    const below = await this.#spans.around(tx, fromBlock - 1);
    const above = await this.#spans.around(tx, toBlock + 1);
    const span = { fromBlock: below?.fromBlock ?? fromBlock, toBlock };
    await this.#forks.add(tx, blocks, { ...span, toBlock: above?.toBlock ?? toBlock });
    const reruns = below ? await this.#runReader.affected(tx, added, span) : [];
    const headers = new Map(blocks.map(({ header }) => [header.number, header]));
    await this.#rerun(tx, span, [...reruns, ...(await this.#begun(tx, blocks, span))], headers);
    // Runs that begin in these blocks are no changes: readers of the blocks see them.
    await this.#changes.add(
      tx,
      reruns.filter(({ from }) => from < fromBlock),
    );
    if (below) await this.#rerunFrom(tx, below, fromBlock, span);
    await this.#spans.put(tx, span);
    if (above) await this.#join(tx, span, above);
  }

  /**
   * Calls that are tracked below go on above; and what one side lacks, or knows by an answer alone, the other
   * may know.
   */
  async #join(tx: PoolClient, below: BlockRange, above: BlockRange): Promise<void> {
    const joined = { fromBlock: below.fromBlock, toBlock: above.toBlock };
    const reruns = await this.#runReader.affected(tx, above, below);
    const answered = await this.#runReader.answered(tx, below, above);
    const all = [...reruns, ...answered, ...(await this.#runReader.lacking(tx, joined))];
    await this.#rerun(tx, joined, all);
    await this.#changes.add(tx, all);
    await this.#rerunFrom(tx, below, above.fromBlock, joined);
    await this.#spans.put(tx, joined);
    const begun = await this.#runReader.begunAbove(tx, below, above);
    await this.track(
      tx,
      begun.map(({ from, ...call }) => ({ ...call, block: from })),
    );
    await this.#changes.add(tx, begun);
    const often = await this.#often.withManyRuns(tx, joined);
    await this.#changes.add(tx, await this.#often.end(tx, often, joined));
  }

  /**
   * Repeats everything that is tracked in `tracked` at the first block of a fork that begins in or above `block`: other rules hold from there on.
   * Once in a fork, this takes some 20 µs a call, page by page.
   */
  async #rerunFrom(tx: PoolClient, tracked: BlockRange, block: number, span: BlockRange): Promise<void> {
    const from = (await this.#forks.within(tx, span)).find((begin) => begin >= block);
    if (from === undefined) return;
    for await (const calls of this.#runReader.pages(tx, tracked)) {
      const reruns = calls.map((call) => ({ ...call, from }));
      await this.#rerun(tx, span, reruns);
      await this.#changes.add(tx, reruns);
    }
  }

  /**
   * Tracks calls of definitions from the block in which the contract got the code that it has at the wanted
   * block. If it had other code in the span before, it begins at the first block of the span, so that it
   * makes no difference what was tracked before.
   */
  async track(tx: PoolClient, calls: readonly WantedCall[]): Promise<void> {
    const spans = await this.#spans.all(tx);
    const within = calls.flatMap((call) => {
      const span = spans.find(({ fromBlock, toBlock }) => fromBlock <= call.block && call.block <= toBlock);
      return span ? [{ ...call, span }] : [];
    });
    const codes = await new StateHistory(tx, this.schedule, 'tracked').codesAtBlocks(
      within.map(({ contract, block }) => ({ address: contract, block })),
    );
    const bySpan = new Map<number, { readonly span: BlockRange; readonly reruns: Rerun[] }>();
    for (const [at, { contract, data, span }] of within.entries()) {
      const { reruns } = bySpan.get(span.fromBlock) ?? { reruns: [] as Rerun[] };
      bySpan.set(span.fromBlock, { span, reruns });
      const code = codes[at]!;
      reruns.push({ contract, data, from: Math.max(code.known ? code.since : 0, span.fromBlock) });
    }
    for (const { span, reruns } of bySpan.values())
      await this.#rerun(tx, span, await fromFirstCodes(tx, reruns, span));
  }

  async learn(tx: PoolClient, recorded: Parameters<typeof learnAnswers>[1]): Promise<void> {
    await this.#learnDisputes(tx, recorded);
    const learnt = await learnAnswers(tx, recorded);
    if (learnt.length === 0) return;
    const places = learnt.map(({ place }) => place);
    const contradicted = await this.#contradicted(tx, learnt);
    for (const span of await this.#spans.all(tx)) {
      const reruns = await this.#runReader.lackingPlaces(tx, span, places);
      if (contradicted.length > 0)
        reruns.push(...(await this.#runReader.readingPlaces(tx, span, contradicted)));
      await this.#rerun(tx, span, reruns);
      await this.#changes.add(tx, reruns);
    }
  }

  /** Repeats the calls that disputes are about, from the runs that hold at their blocks. */
  async #learnDisputes(tx: PoolClient, recorded: Parameters<typeof learnAnswers>[1]): Promise<void> {
    const disputed = await this.#disputes.learn(tx, recorded);
    if (disputed.length === 0) return;
    for (const span of await this.#spans.all(tx)) {
      const reruns = disputed.filter(({ from }) => span.fromBlock <= from && from <= span.toBlock);
      await this.#rerun(tx, span, reruns);
      await this.#changes.add(tx, reruns);
    }
  }

  /**
   * Places that are no longer known, because proofs contradict stored blocks or words of nodes, and places
   * whose word a proof replaces.
   */
  async #contradicted(tx: PoolClient, learnt: readonly LearntPlace[]): Promise<StatePlace[]> {
    const history = new StateHistory(tx, this.schedule, 'tracked');
    const found: StatePlace[] = [];
    for (const { place, block, isProven, replacesWord } of learnt)
      if (isProven && (replacesWord || (await isContradicted(history, place, block)))) found.push(place);
    return found;
  }

  async unwind(tx: PoolClient, from: number, to: number): Promise<void> {
    const span = await this.#spans.around(tx, from - 1);
    await unwindAnswers(tx, from, to);
    const undisputed = await this.#disputes.unwind(tx, from, to);
    await this.#runs.unwind(tx, from, to);
    await this.#forks.unwind(tx, from, to);
    await this.#spans.cut(tx, from, to);
    if (!span) return;
    const left = { fromBlock: span.fromBlock, toBlock: from - 1 };
    const reruns = [...(await this.#runReader.knownBy(tx, left, from)), ...undisputed];
    await this.#rerun(tx, left, reruns);
    await this.#changes.add(tx, reruns);
  }

  /** Calls of definitions are tracked again when the definitions are evaluated again. */
  async clear(tx: PoolClient): Promise<void> {
    await this.#changes.addAll(tx);
    await this.#runs.clear(tx);
    await this.#spans.clear(tx);
    await this.#forks.clear(tx);
    await this.#disputes.clear(tx);
    await clearAnswers(tx);
  }

  /** The calls of new candidates, from the block in which they got their code, if the span shows it. */
  async #begun(tx: PoolClient, blocks: readonly VerifiedBlock[], span: BlockRange): Promise<Rerun[]> {
    const seen = new Map<Address, number>();
    for (const block of blocks)
      for (const contract of candidates(block))
        if (!seen.has(contract)) seen.set(contract, block.header.number);
    if (seen.size === 0) return [];
    const known = await this.#runReader.tracked(tx, [...seen.keys()], span);
    const begun = [...seen].filter(([contract]) => !known.has(contract));
    const history = new StateHistory(tx, this.schedule, 'tracked');
    const codes = await history.codesAtBlocks(begun.map(([address, block]) => ({ address, block })));
    const lowest = begun.map(([contract], at) => {
      const code = codes[at]!;
      return { contract, from: Math.max(code.known ? code.since : 0, span.fromBlock) };
    });
    return (await fromFirstCodes(tx, lowest, span)).flatMap(({ contract, from: lowest }) => {
      const from = Math.max(lowest, blocks[0]!.header.number);
      return Object.values(DECLARATIONS).map((data) => ({ contract, data, from, lowest }));
    });
  }

  /** Loads the interpreters, which takes most of a second, only once something is to run. */
  async #execution(): Promise<ViewExecutor> {
    const { ViewExecutor } = await import('../execution/view-executor.js');
    this.#executor ??= new ViewExecutor(this.schedule);
    return this.#executor;
  }

  async #rerun(
    tx: PoolClient,
    span: BlockRange,
    found: readonly Rerun[],
    headers: ReadonlyMap<number, Header> = new Map(),
  ): Promise<void> {
    if (found.length === 0) return;
    const reruns = await this.#often.followed(tx, earliestOfEach(found), span);
    const forks = await this.#forks.within(tx, span);
    const { schedule, mostChanges } = this;
    const disputes = await this.#disputes.all(tx);
    const rules = { schedule, executor: await this.#execution(), forks, mostChanges, disputes };
    const runner = new CallRunner(tx, rules, span.fromBlock, headers);
    const runs = await runner.runs(reruns, span.toBlock);
    await this.#runs.replace(tx, reruns, span.toBlock, runs);
    await askForMissing(tx, runs);
    await this.#often.end(tx, reruns, span);
  }
}

const CODED_BEFORE = `
SELECT asked.at::int4 - 1 AS at FROM unnest($1::bytea[], $2::int8[]) WITH ORDINALITY AS asked (address, block, at)
WHERE EXISTS (SELECT FROM code_change one WHERE one.address = asked.address AND block_number BETWEEN $3 AND asked.block - 1 OFFSET 0)`;

/** Calls of a contract whose code changed in the span before begin at the first block of the span. */
async function fromFirstCodes<One extends { readonly contract: Address; readonly from: number }>(
  tx: PoolClient,
  calls: readonly One[],
  { fromBlock }: BlockRange,
): Promise<One[]> {
  const { rows } = await tx.query<{ at: number }>({
    name: 'codes before',
    text: CODED_BEFORE,
    values: [calls.map(({ contract }) => fromHex(contract)), calls.map(({ from }) => from), fromBlock],
  });
  const coded = new Set(rows.map(({ at }) => at));
  return calls.map((call, at) => (coded.has(at) ? { ...call, from: fromBlock } : call));
}

async function isContradicted(history: StateHistory, place: StatePlace, block: number): Promise<boolean> {
  const { address } = place;
  const answers =
    place.kind === 'slot'
      ? [await history.slotAt(address, place.slot, block)]
      : place.kind === 'code'
        ? [await history.codeAt(address, block)]
        : Object.values(await history.accountAt(address, block));
  return answers.some((answer) => !answer.known && answer.reason === 'contradicted');
}

/** A call may have to run again for several reasons. */
function earliestOfEach(reruns: readonly Rerun[]): Rerun[] {
  const earliest = new Map<string, Rerun>();
  for (const rerun of reruns) {
    const key = rerun.contract + rerun.data.toString('latin1');
    const known = earliest.get(key);
    if (!known || rerun.from < known.from) earliest.set(key, rerun);
  }
  return [...earliest.values()];
}
