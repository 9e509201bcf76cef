import type { Binding } from '../../src/definition/binding/binding.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { EngineStore, RequestedRead } from '../../src/engine/model/engine-store.js';
import { TriggerIndex } from '../../src/engine/model/trigger-index.js';
import { MemoryStore } from '../builder/memory-store.js';
import type { Stored } from './differences.js';
import type { Answer } from './range-fold.js';
import { ShownViews } from './shown-views.js';
import type { TrialStore } from './trial.js';

/** A trial's store without a database. */
export class MemoryTrialStore implements TrialStore {
  readonly #store: MemoryStore;
  #views: ShownViews | undefined;

  constructor(
    private readonly catalog: Catalog,
    bindings: ReadonlyMap<string, Binding>,
  ) {
    const triggers = new TriggerIndex(catalog, bindings);
    this.#store = new MemoryStore(
      (source) => triggers.isLoadedByKey(source),
      (source) => triggers.codeSources.includes(source),
    );
  }

  show(...of: Parameters<NonNullable<TrialStore['show']>>): void {
    const [views, last, mostChanges] = of;
    this.#views = new ShownViews(views, this.catalog, last, mostChanges);
    this.#store.views = this.#views;
  }

  tell(): void {
    this.#views?.tell();
  }

  async within(step: (store: EngineStore) => Promise<unknown>): Promise<void> {
    await step(this.#store);
  }

  async learnBlocks(blocks: readonly VerifiedBlock[]): Promise<void> {
    this.#views?.learn(blocks);
    for (const { header, hash } of blocks) this.#store.hashes.set(header.number, toHex(hash));
  }

  async stateReads(): Promise<readonly RequestedRead[]> {
    return this.#store.stateReads;
  }

  async keepAnswers(answers: readonly Answer[]): Promise<void> {
    for (const { subject, output, ...answer } of answers)
      this.#store.keepResult(subject, answer.outcome === 'answered' ? { ...answer, output } : answer);
    const names = new Set(answers.map(nameOf));
    this.#store.stateReads = this.#store.stateReads.filter((read) => !names.has(nameOf(read)));
  }

  async forget(from: number, to: number): Promise<void> {
    this.#views?.forget(from, to);
    for (let number = from; number <= to; number++) this.#store.hashes.delete(number);
  }

  async forgetClaims(definition: number): Promise<readonly Address[]> {
    return this.#store.forgetClaims(definition);
  }

  async stored(): Promise<Stored> {
    const { segments, undecided, coverage } = this.#store;
    const { ranges, families } = coverage!;
    return { segments, undecided, ranges, families };
  }
}

function nameOf({ subject, what, block }: RequestedRead): string {
  return `${subject} ${what} ${block}`;
}
