import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { type BlockRange, type BlockRanges, rangeWith, subtract } from '../../domain/interval/block-range.js';
import { type BlockRecords, NO_RECORDS, recordsOf, STATE_DIFF } from '../model/block-records.js';
import { contradicts } from '../model/contradictions.js';
import { coverageOf, runsByRecords, withSameRecords } from '../model/covered.js';
import type { DefinitionIndex, EngineStore, StoredReadResult, ViewChange } from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { CONTRADICTED } from '../model/view-value.js';
import { ChangedKeys } from './changed-keys.js';
import { DirtyQueue } from './dirty-queue.js';
import { type EngineParts, engineParts } from './engine-parts.js';
import { evaluateQueue } from './evaluate-queue.js';
import type { KnownRanges } from './known-ranges.js';
import type { NewFacts } from './new-facts.js';
import type { Figures } from './pass.js';
import { addViews, spread, spreadClaim } from './spread.js';
import type { SubjectCache } from './subject-cache.js';

/**
 * Facts in, claims with proofs out. It keeps what it read in memory between steps; `resetCache` must be called when the transaction of a
 * step did not commit.
 *
 * INVARIANT: what is stored after any sequence of steps is a function of the blocks that are covered, the definitions and the bindings alone:
 * not of the order in which blocks came, were taken back and came again.
 */
export class Engine {
  readonly triggers: TriggerIndex;
  readonly #parts: EngineParts;
  readonly #cache: SubjectCache;
  readonly #ranges: KnownRanges;
  readonly #facts: NewFacts;

  constructor(
    private readonly catalog: Catalog,
    private readonly bindings: ReadonlyMap<string, Binding>,
    private readonly firstBlock: number,
    mostSegments?: number,
  ) {
    this.#parts = engineParts({ catalog, bindings, firstBlock, mostSegments, owns: () => true });
    this.triggers = this.#parts.triggers;
    this.#cache = this.#parts.cache;
    this.#ranges = this.#parts.ranges;
    this.#facts = this.#parts.facts;
  }

  /** Adds consecutive blocks. */
  async append(store: EngineStore, blocks: readonly VerifiedBlock[]): Promise<Figures> {
    const figures: Figures = { pairs: 0, evaluations: 0, proofs: 0 };
    for (const run of withSameRecords(blocks)) {
      const { pairs, evaluations, proofs } = await this.#append(store, run);
      figures.pairs += pairs;
      figures.evaluations += evaluations;
      figures.proofs += proofs;
    }
    return figures;
  }

  async #append(store: EngineStore, blocks: readonly VerifiedBlock[]): Promise<Figures> {
    const queue = new DirtyQueue(this.catalog);
    const changed = new ChangedKeys();
    const before = await this.#known(store);
    await this.#parts.blocks.add(store, this.#facts.of(blocks), queue, changed);
    const after = this.#ranges.all!;
    for (const [records, runs] of runsByRecords(blocks))
      for (const run of runs) await this.#closeGap(store, run, records, before, queue, changed);
    const fromBlock = blocks[0]!.header.number;
    // Where a gap closes, results stored below it also apply to the range above, so calls may change there.
    const { toBlock } = rangeWith(after.get(NO_RECORDS)!, fromBlock)!;
    addViews(await store.viewChanges({ fromBlock, toBlock }), this.triggers, changed);
    const figures = await this.#evaluate(store, queue, changed);
    await store.write({ coverage: coverageOf(this.catalog, after) });
    this.#cache.trim();
    return figures;
  }

  /** Forgets the blocks, both included, as if they had never been there. */
  async unwind(store: EngineStore, from: number, to: number): Promise<void> {
    const before = await this.#known(store);
    this.resetCache();
    const reopened = await store.unwind(from, to);
    const after = new Map(
      [...before].map(([records, ranges]) => [records, subtract(ranges, { fromBlock: from, toBlock: to })]),
    );
    this.#ranges.set(after);
    const queue = new DirtyQueue(this.catalog);
    const below = rangeWith(after.get(NO_RECORDS) ?? [], from - 1);
    // A run of blocks with traces may begin with unknown state, though the blocks begin with the chain.
    const opensUnknown = [...after.values()].some(
      (ranges) => (rangeWith(ranges, from - 1)?.fromBlock ?? this.firstBlock) !== this.firstBlock,
    );
    if (below && opensUnknown) await this.#addAgain(queue, reopened, below, store);
    await this.#evaluate(store, queue, addViews(await store.viewChanges(), this.triggers));
    await store.write({ coverage: coverageOf(this.catalog, after) });
    this.#cache.trim();
  }

  /**
   * Takes in the results of state reads.
   *
   * @param initialRows rows of initial state that the results give
   * @param proven codes and slots as recorded proofs show them; a known value that differs becomes undecided
   */
  async learn(
    store: EngineStore,
    initialRows: readonly FactRow[],
    answers: readonly (StoredReadResult & { readonly subject: Address })[],
    proven: readonly FactRow[] = [],
  ): Promise<void> {
    const ranges = (await this.#known(store)).get(NO_RECORDS) ?? [];
    const queue = new DirtyQueue(this.catalog);
    await this.#cache.loadSubjects(
      [...initialRows, ...answers, ...proven].map(({ subject }) => subject),
      store,
    );
    const contradictions = proven
      .filter((row) => this.#isContradiction(row))
      .map((row) => ({ ...row, value: CONTRADICTED }));
    const rows = [...initialRows, ...contradictions];
    await store.write({ facts: rows });
    const facts = rows.filter(({ blockNumber }) => rangeWith(ranges, blockNumber));
    for (const row of facts) this.#cache.addInitialState(row);
    const changed = new ChangedKeys();
    this.#facts.spread(facts, queue, changed);
    for (const { subject, ...answer } of answers) {
      this.#cache.subject(subject)!.addAnswer(answer);
      for (const definition of this.triggers.callers)
        queue.add(definition, subject, answer.block, answer.block);
    }
    addViews(await store.viewChanges(), this.triggers, changed);
    await this.#evaluate(store, queue, changed);
    this.#cache.trim();
  }

  #isContradiction(row: FactRow): boolean {
    const range = rangeWith(this.#ranges.with(STATE_DIFF), row.blockNumber);
    return (
      range !== undefined &&
      contradicts(row, this.#cache.factsIn(row.subject, range), row.source === this.triggers.codeSources[0])
    );
  }

  /** Takes in results of view calls that changed. */
  async learnViews(store: EngineStore, changes: readonly ViewChange[]): Promise<Figures> {
    await this.#known(store);
    const queue = new DirtyQueue(this.catalog);
    const figures = await this.#evaluate(store, queue, addViews(changes, this.triggers));
    this.#cache.trim();
    return figures;
  }

  /** Evaluates definitions again for given subjects, wherever they are covered. */
  async reevaluate(
    store: EngineStore,
    pairs: Iterable<{ readonly definition: DefinitionIndex; readonly subject: Address }>,
  ): Promise<Figures> {
    await this.#known(store);
    const queue = new DirtyQueue(this.catalog);
    for (const { definition, subject } of pairs) queue.add(definition, subject, 0, Number.MAX_SAFE_INTEGER);
    const figures = await this.#evaluate(store, queue);
    this.#cache.trim();
    return figures;
  }

  /** Reads consecutive covered blocks for fact sources that were never read. */
  async extend(
    store: EngineStore,
    blocks: readonly VerifiedBlock[],
    sources: ReadonlySet<SourceId>,
  ): Promise<void> {
    await this.#known(store);
    const queue = new DirtyQueue(this.catalog);
    for (const { hash, header } of blocks) this.#cache.learnHash(header.number, toHex(hash));
    const changed = new ChangedKeys();
    const facts = this.#facts.of(blocks, ({ source }) => sources.has(source));
    await this.#facts.add(store, facts, queue, changed);
    await this.#evaluate(store, queue, changed);
    this.#cache.trim();
  }

  /** Drops all caches. */
  resetCache(): void {
    this.#cache.reset();
    this.#ranges.set(undefined);
  }

  async #known(store: EngineStore): Promise<ReadonlyMap<BlockRecords, BlockRanges>> {
    if (this.#ranges.all === undefined) this.#ranges.set(await store.ranges());
    return this.#ranges.all!;
  }

  /** @param changed facts and results that others may depend on */
  async #evaluate(store: EngineStore, queue: DirtyQueue, changed = new ChangedKeys()): Promise<Figures> {
    await spread(changed, (keys) => store.dependents(keys), queue);
    return evaluateQueue(queue, { ...this.#parts, store });
  }

  /** Where a run of new blocks ends just below a range, joins the ranges below and above it. */
  async #closeGap(
    store: EngineStore,
    run: BlockRange,
    records: BlockRecords,
    before: ReadonlyMap<BlockRecords, BlockRanges>,
    queue: DirtyQueue,
    changed: ChangedKeys,
  ): Promise<void> {
    const above = rangeWith(before.get(records) ?? [], run.toBlock + 1);
    if (above === undefined) return;
    const range = rangeWith(this.#ranges.with(records), run.fromBlock)!;
    // Folds made of the rows of one range are not those of the joined one.
    this.#cache.refold();
    // Rows of the range above may also give state below it: that of a code or slot before its first change,
    // or that of a state read.
    const subjects = await store.subjectsIn(above);
    await this.#addAgain(queue, subjects, range, store, records);
    // Claims of definitions with these records go on above. Their dependents may need records that the new
    // blocks lack; then their ranges do not join, and `#addAgain` leaves them out.
    const blocks = { from: above.fromBlock, to: range.toBlock };
    for (const subject of subjects)
      for (const definition of this.#cache.subject(subject)!.claimedIn(range)) {
        const claimed = this.catalog.definitions[definition]!;
        if (recordsOf(claimed) === records)
          spreadClaim({ subject, id: claimed.id, ...blocks }, this.triggers, queue, changed);
      }
  }

  /**
   * Marks as dirty the dependents of the addresses, because facts that they read may have changed without a
   * change of a claim; and definitions of the addresses themselves. These are all definitions for an address
   * that blocks touch or whose initial state was requested. Other addresses are known from registries alone:
   * for them only stored claims and definitions with look-ups count, because nothing else requests their
   * code.
   *
   * @param records if given, only definitions that need exactly these records: the ranges of others stay what
   * they were
   */
  async #addAgain(
    queue: DirtyQueue,
    subjects: readonly Address[],
    range: BlockRange,
    store: EngineStore,
    records?: BlockRecords,
  ): Promise<void> {
    const isInRange = (definition: DefinitionIndex) =>
      records === undefined || recordsOf(this.catalog.definitions[definition]!) === records;
    for (const { definition, subject } of await store.dependentsOn(subjects))
      if (isInRange(definition)) queue.add(definition, subject, range.fromBlock, range.toBlock);
    await this.#cache.loadSubjects(subjects, store);
    const touched = new Set(await store.touched(subjects, range));
    for (const subject of subjects) {
      const definitions = touched.has(subject)
        ? this.catalog.definitions.keys()
        : new Set([...this.#lookersUp(subject), ...this.#cache.subject(subject)!.claimedIn(range)]);
      for (const definition of definitions)
        if (isInRange(definition)) queue.add(definition, subject, range.fromBlock, range.toBlock);
    }
  }

  /** Definitions that look an address up in a registry that names it. */
  #lookersUp(subject: Address): readonly DefinitionIndex[] {
    return [...this.triggers.namingBindings].flatMap((binding) =>
      this.bindings.get(binding)!.members.has(subject) ? this.triggers.lookersUp(binding) : [],
    );
  }
}
