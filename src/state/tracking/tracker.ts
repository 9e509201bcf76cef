import type { PoolClient } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header, VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { executionFork } from '../execution/run/execution-fork.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import { StateHistory } from '../history/state-history.js';
import { CallRunner, type Rerun } from './call-runner.js';
import { askForMissing, clearAnswers, learnAnswers, unwindAnswers } from './tracked-answer.table.js';
import { candidates, DECLARATIONS } from './tracked-calls.js';
import { TrackedChangeTable } from './tracked-change.table.js';
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
  readonly #spans = new TrackedSpanTable();
  readonly #changes = new TrackedChangeTable();

  constructor(readonly schedule: ForkSchedule) {}

  /** Consecutive blocks of one fork, all with state changes. */
  async extend(tx: PoolClient, blocks: readonly VerifiedBlock[]): Promise<void> {
    const [fromBlock, toBlock] = [blocks[0]!.header.number, blocks.at(-1)!.header.number];
    const added = { fromBlock, toBlock };
    const below = await this.#touching(tx, blocks[0]!, -1);
    const span = { fromBlock: below?.fromBlock ?? fromBlock, toBlock };
    const reruns = below ? await this.#runs.affected(tx, added, span) : [];
    const carried = below ? [] : await this.#carried(tx, fromBlock - 1, fromBlock);
    const headers = new Map(blocks.map(({ header }) => [header.number, header]));
    const begun = await this.#begun(tx, blocks, span);
    await this.#rerun(tx, span, [...reruns, ...carried, ...begun], headers);
    // Who reads of these blocks sees what begins in them.
    await this.#changes.add(
      tx,
      reruns.filter(({ from }) => from < fromBlock),
    );
    await this.#spans.put(tx, span);
    const above = await this.#touching(tx, blocks.at(-1)!, 1);
    if (above) await this.#join(tx, span, above);
    await this.#carryOver(tx, above?.toBlock ?? toBlock);
  }

  /** Tracks calls of definitions from the block in which the contract got the code that it has where they are wanted. */
  async track(tx: PoolClient, calls: readonly WantedCall[]): Promise<void> {
    const byBlock = new Map<number, WantedCall[]>();
    for (const call of calls) byBlock.set(call.block, [...(byBlock.get(call.block) ?? []), call]);
    const history = new StateHistory(tx, this.schedule, 'tracked');
    const bySpan = new Map<number, { readonly span: BlockRange; readonly reruns: Rerun[] }>();
    for (const [block, wanted] of byBlock) {
      const span = await this.#spans.around(tx, block);
      if (!span) continue;
      const { reruns } = bySpan.get(span.fromBlock) ?? { reruns: [] as Rerun[] };
      bySpan.set(span.fromBlock, { span, reruns });
      const codes = await history.codesAt(
        wanted.map(({ contract }) => contract),
        block,
      );
      for (const [at, { contract, data }] of wanted.entries()) {
        const code = codes[at]!;
        const from = Math.max(code.known ? code.since : span.fromBlock, span.fromBlock);
        reruns.push({ contract, data, from });
      }
    }
    for (const { span, reruns } of bySpan.values()) await this.#rerun(tx, span, reruns);
  }

  /** What is tracked below goes on above; and what is lacking on one side may be known from the other. */
  async #join(tx: PoolClient, below: BlockRange, above: BlockRange): Promise<void> {
    const joined = { fromBlock: below.fromBlock, toBlock: above.toBlock };
    const reruns = await this.#runs.affected(tx, above, below);
    const all = [...reruns, ...(await this.#runs.lacking(tx, joined))];
    await this.#rerun(tx, joined, all);
    await this.#changes.add(tx, all);
    await this.#spans.put(tx, joined);
  }

  /** The calls of definitions go on under the rules of the next fork. */
  async #carryOver(tx: PoolClient, lastBlock: number): Promise<void> {
    const above = await this.#spans.around(tx, lastBlock + 1);
    if (!above) return;
    const carried = await this.#carried(tx, lastBlock, above.fromBlock);
    await this.#rerun(tx, above, carried);
    await this.#changes.add(tx, carried);
    if (carried.length > 0) await this.#carryOver(tx, above.toBlock);
  }

  /** The calls of definitions in the span that ends with a block, of those that have no run at the next. */
  async #carried(tx: PoolClient, lastBlock: number, from: number): Promise<Rerun[]> {
    const span = await this.#spans.around(tx, lastBlock);
    return span ? this.#runs.ofDefinitions(tx, span, from) : [];
  }

  async learn(tx: PoolClient, recorded: Parameters<typeof learnAnswers>[1]): Promise<void> {
    const places = await learnAnswers(tx, recorded);
    if (places.length === 0) return;
    for (const span of await this.#spans.all(tx)) {
      const reruns = await this.#runs.lackingPlaces(tx, span, places);
      await this.#rerun(tx, span, reruns);
      await this.#changes.add(tx, reruns);
    }
  }

  async unwind(tx: PoolClient, from: number, to: number): Promise<void> {
    const span = await this.#spans.around(tx, from - 1);
    await unwindAnswers(tx, from, to);
    await this.#runs.unwind(tx, from, to);
    await this.#spans.cut(tx, from, to);
    if (!span) return;
    const left = { fromBlock: span.fromBlock, toBlock: from - 1 };
    const reruns = await this.#runs.knownBy(tx, left, from);
    await this.#rerun(tx, left, reruns);
    await this.#changes.add(tx, reruns);
  }

  /** Calls of definitions are tracked again when these are judged again. */
  async clear(tx: PoolClient): Promise<void> {
    await this.#changes.add(tx, await this.#runs.ofDefinitions(tx, EVERYWHERE, 0));
    await this.#runs.clear(tx);
    await this.#spans.clear(tx);
    await clearAnswers(tx);
  }

  /** The span that ends before a block, or begins after it, under the rules of its fork. */
  async #touching(tx: PoolClient, block: VerifiedBlock, step: -1 | 1): Promise<BlockRange | undefined> {
    const number = block.header.number + step;
    const span = await this.#spans.around(tx, number);
    const header = span && (await new CanonicalChain(tx).headerOf(number));
    return header && forkOf(this.schedule, header) === forkOf(this.schedule, block.header) ? span : undefined;
  }

  /** The calls of new candidates, from the block in which they got their code, as far as the span says it. */
  async #begun(tx: PoolClient, blocks: readonly VerifiedBlock[], span: BlockRange): Promise<Rerun[]> {
    const seen = new Map<Address, number>();
    for (const block of blocks)
      for (const contract of candidates(block))
        if (!seen.has(contract)) seen.set(contract, block.header.number);
    if (seen.size === 0) return [];
    const known = await this.#runs.tracked(tx, [...seen.keys()], span);
    const begun = new Map<number, Address[]>();
    for (const [contract, block] of seen)
      if (!known.has(contract)) begun.set(block, [...(begun.get(block) ?? []), contract]);
    const history = new StateHistory(tx, this.schedule, 'tracked');
    const reruns: Rerun[] = [];
    for (const [block, contracts] of begun) {
      const codes = await history.codesAt(contracts, block);
      for (const [at, contract] of contracts.entries()) {
        const code = codes[at]!;
        const lowest = Math.max(code.known ? code.since : span.fromBlock, span.fromBlock);
        const from = Math.max(lowest, blocks[0]!.header.number);
        for (const data of Object.values(DECLARATIONS)) reruns.push({ contract, data, from, lowest });
      }
    }
    return reruns;
  }

  /** The interpreters take most of a second to load: not before something is to run. */
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
    const reruns = earliestOfEach(found);
    const runner = new CallRunner(tx, this.schedule, await this.#execution(), span.fromBlock, headers);
    const runs = await runner.runs(reruns, span.toBlock);
    await this.#runs.replace(tx, reruns, span.toBlock, runs);
    await askForMissing(tx, runs);
  }
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

const EVERYWHERE: BlockRange = { fromBlock: 0, toBlock: Number.MAX_SAFE_INTEGER };

const forkOf = (schedule: ForkSchedule, header: Header): string => executionFork(schedule, header).name;
