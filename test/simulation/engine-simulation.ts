import { createHash } from 'node:crypto';
import type { Binding } from '../../src/definition/binding/binding.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { StateReadResult } from '../../src/domain/event/state-read-result.js';
import { InitialStateRows } from '../../src/engine/facts/initial-state-rows.js';
import type { EngineStore, RequestedRead } from '../../src/engine/model/engine-store.js';
import { Engine } from '../../src/engine/scheduler/engine.js';
import type { Answer } from '../engine-oracle/range-fold.js';
import type { Cast } from './dense-cast.js';
import { DenseChain } from './dense-chain.js';
import { textData } from './dense-log.js';
import type { Prng } from './prng.js';

/** As an engine takes them. */
export type EngineSettings = readonly [
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
  firstBlock: number,
  mostSegments: number | undefined,
];

/** A store with hooks for a simulation. */
export interface LivingStore {
  /** Runs a step in one transaction of the store. */
  within(step: (store: EngineStore) => Promise<unknown>): Promise<void>;
  /** Blocks that a step is about to add. */
  learnBlocks(blocks: readonly VerifiedBlock[]): Promise<void>;
  /** Open reads. */
  stateReads(): Promise<readonly RequestedRead[]>;
  keepAnswers(answers: readonly Answer[]): Promise<void>;
  forget(from: number, to: number): Promise<void>;
  /** Makes some results of view calls known. */
  tell?(): void;
  /** Forgets all that a definition proves. @returns whom that was about */
  forgetClaims?(definition: number): Promise<readonly Address[]>;
  /** In place of an engine in one part. */
  engine?(...of: EngineSettings): Engine;
}

export interface SimulationPlan {
  readonly first: number;
  readonly length: number;
  /** Lowest block of the chain; below `first` if there are blocks before the simulated ones. */
  readonly firstBlock: number;
  readonly inOrder: boolean;
  readonly reorganisations: number;
  readonly isBlind: boolean;
  /** Whether blocks come from nodes of different abilities, in turn. */
  readonly isMixed?: boolean;
  /** Proof segments that a definition begins about one subject in a range. */
  readonly mostSegments?: number | undefined;
}

/** What may happen to an engine: blocks in any order, reorganisations, restarts, late answers and missing ones. */
export class EngineSimulation {
  readonly chain: DenseChain;
  answers: Answer[] = [];
  readonly #stored = new Set<number>();
  readonly #initialStates: InitialStateRows;
  #engine: Engine;

  constructor(
    private readonly random: Prng,
    private readonly plan: SimulationPlan,
    private readonly catalog: Catalog,
    private readonly cast: Cast,
    private readonly store: LivingStore,
  ) {
    this.chain = new DenseChain(plan.first, random.branch(1), catalog, cast, plan);
    this.#initialStates = new InitialStateRows(catalog, cast.bindings);
    this.#engine = this.#born();
  }

  /** Numbers of the stored blocks, ascending. */
  get stored(): readonly number[] {
    return [...this.#stored].sort((a, b) => a - b);
  }

  /** Runs until every block is stored. @param pause called between two steps */
  async live(pause: () => Promise<void>): Promise<void> {
    const { random, plan } = this;
    this.chain.growTo(plan.first + plan.length - 1);
    let left = plan.reorganisations;
    while (this.#stored.size < this.chain.last - plan.first + 1) {
      await this.#append();
      if (left > 0 && random.chance(0.15)) {
        left--;
        for (let nested = random.between(1, 3); nested > 0; nested--) {
          await this.#reorganise();
          if (random.chance(0.6)) await this.#append();
        }
      }
      if (random.chance(0.4)) await this.#answer(0.5);
      if (random.chance(0.06)) await this.#tell();
      if (plan.isMixed && random.chance(0.2)) await this.#judgeAgain();
      if (random.chance(0.08)) this.#engine = this.#born();
      if (random.chance(0.05)) this.#engine.resetCache();
      await pause();
    }
    if (random.chance(0.8))
      for (let round = 0; round < 4; round++) await this.#answer(random.chance(0.5) ? 1 : 0.8);
  }

  /** As after some definitions have changed. */
  async #judgeAgain(): Promise<void> {
    const { random, catalog, cast, store } = this;
    if (store.forgetClaims === undefined) return;
    const all = [...cast.accounts, ...cast.contracts] as Address[];
    const pairs: { definition: number; subject: Address }[] = [];
    for (const definition of random.shuffle([...catalog.definitions.keys()]).slice(0, 5)) {
      const claimed = await store.forgetClaims(definition);
      for (const subject of new Set([...all, ...claimed])) pairs.push({ definition, subject });
    }
    this.#engine = this.#born();
    await store.within((one) => this.#engine.reevaluate(one, pairs));
  }

  #born(): Engine {
    const { catalog, cast, plan, store } = this;
    return store.engine
      ? store.engine(catalog, cast.bindings, plan.firstBlock, plan.mostSegments)
      : new Engine(catalog, cast.bindings, plan.firstBlock, plan.mostSegments);
  }

  async #append(): Promise<void> {
    const { random, chain, plan } = this;
    const missing: number[] = [];
    for (let number = plan.first; number <= chain.last; number++)
      if (!this.#stored.has(number)) missing.push(number);
    if (missing.length === 0) return;
    const from = plan.inOrder ? missing[0]! : random.pick(missing);
    const numbers = [from];
    const length = random.between(1, random.chance(0.3) ? 50 : 8);
    while (
      numbers.length < length &&
      from + numbers.length <= chain.last &&
      !this.#stored.has(from + numbers.length)
    )
      numbers.push(from + numbers.length);
    const blocks = numbers.map((number) => chain.block(number));
    await this.store.learnBlocks(blocks);
    await this.store.within((store) => this.#engine.append(store, blocks));
    for (const number of numbers) this.#stored.add(number);
  }

  /** Replaces the chain from some block below the stored head by another branch, shorter, equal or longer. */
  async #reorganise(): Promise<void> {
    const { random, chain, plan } = this;
    const head = this.stored.at(-1);
    if (head === undefined) return;
    const depth = random.chance(0.5) ? random.between(1, 6) : random.between(1, 64);
    const ancestor = Math.max(plan.first, head - depth);
    const gone = this.stored.filter((number) => number > ancestor);
    chain.cutTo(ancestor);
    const end = plan.first + plan.length - 1;
    chain.growTo(random.chance(0.3) ? Math.max(ancestor, end - random.between(0, 40)) : end);
    const spans = random.chance(0.5)
      ? runs(gone).reverse()
      : gone.map((one) => [one, one] as const).reverse();
    for (const [from, to] of spans) {
      await this.store.within((store) => this.#engine.unwind(store, from, to));
      await this.store.forget(from, to);
    }
    for (const number of gone) this.#stored.delete(number);
    this.answers = this.answers.filter(({ block }) => !gone.includes(block));
  }

  async #answer(share: number): Promise<void> {
    const { random } = this;
    const distinct = new Map<string, RequestedRead>();
    for (const read of await this.store.stateReads())
      distinct.set(`${read.subject} ${read.what} ${read.block}`, read);
    for (const { subject, what, block } of this.answers) distinct.delete(`${subject} ${what} ${block}`);
    const answers = [...distinct.keys()]
      .sort()
      .flatMap((name) => (random.chance(share) ? [this.#answerTo(distinct.get(name)!)] : []));
    if (answers.length === 0) return;
    this.answers.push(...answers);
    await this.store.keepAnswers(answers);
    const initialRows = answers.flatMap((answer) => {
      const { subject, what, block, outcome, output } = answer;
      const read: StateReadResult = {
        ...{ address: fromHex(subject), what, outcome },
        output: fromHex(output),
      };
      return this.#initialStates.of(read, block);
    });
    const learned = answers.map(({ output, ...answer }) =>
      answer.outcome === 'answered' ? { ...answer, output } : answer,
    );
    await this.store.within((store) => this.#engine.learn(store, initialRows, learned));
  }

  async #tell(): Promise<void> {
    this.store.tell?.();
    await this.store.within((store) => this.#engine.learn(store, [], []));
  }

  #answerTo({ subject, what, block }: RequestedRead): Answer {
    const { random } = this;
    const reported = (output: string): Answer => ({
      ...{ subject, what, block, outcome: 'answered', output: output as Hex },
    });
    if (random.chance(0.04)) return { subject, what, block, outcome: 'unavailable', output: '0x' };
    const scene = this.chain.state(block);
    if (what === 'code') return reported(scene.code(subject));
    if (what.startsWith('slot:')) return reported(scene.slot(subject, what.slice('slot:'.length)));
    const hash = this.chain.block(block).hash.toString('hex');
    const chance = createHash('sha256').update(`${subject} ${what} ${hash}`).digest()[0]!;
    if (chance < 20) return { subject, what, block, outcome: 'reverted', output: '0x' };
    const address = this.cast.contracts[chance % this.cast.contracts.length]!;
    if (chance < 140) return reported(`0x${'0'.repeat(24)}${address.slice(2)}`);
    const text = ['USDC', 'LINK', 'l1nk', 'O0', 'usdc', 'other', ''][chance % 7]!;
    if (chance < 150) return reported(`0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`);
    return reported(`0x${textData(text)}${chance > 245 ? '00' : ''}`);
  }
}

function runs(numbers: readonly number[]): (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}
