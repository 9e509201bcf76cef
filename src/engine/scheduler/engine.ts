import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import {
  type BlockRange,
  type BlockRanges,
  rangeWith,
  subtract,
  union,
} from '../../domain/interval/block-range.js';
import { contractsAtWork } from '../facts/contracts-at-work.js';
import { compileExtractor, type Extractor } from '../facts/fact-extractor.js';
import {
  type BlockRecords,
  EVERY_RECORDS,
  NO_RECORDS,
  recordsOf,
  STATE_DIFF,
} from '../model/block-records.js';
import { coverageOf, runsByRecords } from '../model/covered.js';
import {
  type DefinitionIndex,
  type EngineChanges,
  type EngineStore,
  EVERY_KEY,
  type RequestedRead,
  type StoredReadResult,
  type Touch,
  type ViewChange,
} from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import { namedSubject, TriggerIndex } from '../model/trigger-index.js';
import { ChangedKeys } from './changed-keys.js';
import { DirtyQueue } from './dirty-queue.js';
import { evaluateQueue, type Figures } from './evaluate-queue.js';
import { SubjectCache } from './subject-cache.js';

/** A row that is new, and the blocks it may concern. */
interface Change {
  readonly row: FactRow;
  readonly from: number;
  readonly to: number;
}

/**
 * Facts in, claims with proofs out. It keeps what it read in memory between steps; `forget` must be called when the transaction of a step
 * did not commit.
 *
 * INVARIANT: what is stored after any sequence of steps is a function of the blocks that are covered, the definitions and the bindings alone:
 * not of the order in which blocks came, were taken back and came again.
 */
export class Engine {
  readonly triggers: TriggerIndex;
  readonly #cache: SubjectCache;
  readonly #extract: Extractor;
  #ranges: ReadonlyMap<BlockRecords, BlockRanges> | undefined;
  readonly #rangesWith = (records: BlockRecords): BlockRanges => this.#ranges?.get(records) ?? [];
  /** By definition. */
  readonly #records: readonly BlockRecords[];

  constructor(
    private readonly catalog: Catalog,
    private readonly bindings: ReadonlyMap<string, Binding>,
    private readonly firstBlock: number,
  ) {
    this.triggers = new TriggerIndex(catalog, bindings);
    this.#cache = new SubjectCache(catalog, bindings, this.triggers, firstBlock, this.#rangesWith);
    this.#extract = compileExtractor(catalog, bindings);
    this.#records = catalog.definitions.map(recordsOf);
  }

  /** Adds blocks that follow one another. */
  async append(store: EngineStore, blocks: readonly VerifiedBlock[]): Promise<Figures> {
    const queue = new DirtyQueue(this.catalog);
    const before = await this.#known(store);
    const after = new Map(before);
    for (const { hash, header } of blocks) this.#cache.learnHash(header.number, toHex(hash));
    const byRecords = runsByRecords(blocks);
    for (const [records, runs] of byRecords) {
      for (const run of runs) after.set(records, union(after.get(records) ?? [], run));
    }
    this.#ranges = after;
    await this.#addFacts(store, blocks, queue);
    for (const [records, runs] of byRecords) {
      for (const run of runs)
        await this.#openRange(store, run, before.get(records) ?? [], after.get(records)!, queue);
    }
    const appended = { fromBlock: blocks[0]!.header.number, toBlock: blocks.at(-1)!.header.number };
    await this.#spreadViews(store, await store.viewChanges(appended), queue);
    const figures = await evaluateQueue(queue, this.#parts(store));
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
    this.#ranges = after;
    const queue = new DirtyQueue(this.catalog);
    const below = rangeWith(after.get(NO_RECORDS) ?? [], from - 1);
    // Runs of blocks with traces may open unknown though the blocks themselves begin with the chain.
    const opensUnknown = [...after.values()].some(
      (ranges) => (rangeWith(ranges, from - 1)?.fromBlock ?? this.firstBlock) !== this.firstBlock,
    );
    if (below && opensUnknown) await this.#addAgain(queue, reopened, below, store);
    await this.#spreadViews(store, await store.viewChanges(), queue);
    await evaluateQueue(queue, this.#parts(store));
    await store.write({ coverage: coverageOf(this.catalog, after) });
    this.#cache.trim();
  }

  /** Takes in state-read results; `initialRows` are those that give initial states. */
  async learn(
    store: EngineStore,
    initialRows: readonly FactRow[],
    answers: readonly (StoredReadResult & { readonly subject: Address })[],
  ): Promise<void> {
    const ranges = (await this.#known(store)).get(NO_RECORDS) ?? [];
    const queue = new DirtyQueue(this.catalog);
    await this.#cache.states(
      [...initialRows, ...answers].map(({ subject }) => subject),
      store,
    );
    await store.write({ facts: initialRows });
    const changes: Change[] = [];
    for (const row of initialRows) {
      const range = rangeWith(ranges, row.blockNumber);
      if (!range) continue;
      this.#cache.addInitialState(row);
      changes.push({ row, from: range.fromBlock, to: range.toBlock });
    }
    await this.#spread(store, changes, queue);
    for (const { subject, ...answer } of answers) {
      this.#cache.subject(subject)!.addAnswer(answer);
      const range = rangeWith(ranges, answer.block);
      if (range)
        for (const definition of this.triggers.callers)
          queue.add(definition, subject, answer.block, range.toBlock);
    }
    await this.#spreadViews(store, await store.viewChanges(), queue);
    await evaluateQueue(queue, this.#parts(store));
    this.#cache.trim();
  }

  /** Takes in results of view calls that changed. */
  async learnViews(store: EngineStore, changes: readonly ViewChange[]): Promise<Figures> {
    await this.#known(store);
    const queue = new DirtyQueue(this.catalog);
    await this.#spreadViews(store, changes, queue);
    const figures = await evaluateQueue(queue, this.#parts(store));
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
    const figures = await evaluateQueue(queue, this.#parts(store));
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
    await this.#addFacts(store, blocks, queue, ({ source }) => sources.has(source));
    await evaluateQueue(queue, this.#parts(store));
    this.#cache.trim();
  }

  /** Drops what is remembered. */
  resetCache(): void {
    this.#cache.reset();
    this.#ranges = undefined;
  }

  async #known(store: EngineStore): Promise<ReadonlyMap<BlockRecords, BlockRanges>> {
    this.#ranges ??= await store.ranges();
    return this.#ranges;
  }

  #parts(store: EngineStore) {
    return {
      store,
      cache: this.#cache,
      triggers: this.triggers,
      catalog: this.catalog,
      rangesOf: (definition: DefinitionIndex) => this.#rangesWith(this.#records[definition]!),
    };
  }

  async #addFacts(
    store: EngineStore,
    blocks: readonly VerifiedBlock[],
    queue: DirtyQueue,
    isWanted: (row: FactRow) => boolean = () => true,
  ): Promise<void> {
    const bySubject = new Map<Address, FactRow[]>();
    for (const block of blocks) {
      for (const row of this.#extract(block)) {
        if (!isWanted(row)) continue;
        const rows = bySubject.get(row.subject);
        if (rows) rows.push(row);
        else bySubject.set(row.subject, [row]);
      }
    }
    const isByKey = ({ source }: FactRow) => this.triggers.isLoadedByKey(source);
    const fromBlock = blocks[0]!.header.number;
    const toBlock = blocks[blocks.length - 1]!.header.number;
    const opened = this.#rangesOpenedUnknown({ fromBlock, toBlock });
    const toLoad = [...bySubject].filter(([, rows]) => !rows.every(isByKey)).map(([subject]) => subject);
    const touches = opened.length === 0 ? [] : firstTouches(blocks, bySubject);
    await this.#cache.states([...toLoad, ...touches.map(({ subject }) => subject)], store);
    const changes: Change[] = [];
    const range = rangeWith(this.#ranges!.get(NO_RECORDS)!, toBlock)!;
    const ranges = this.#rangesOf({ fromBlock, toBlock });
    for (const [subject, rows] of bySubject) {
      for (const row of this.#cache.addRows(subject, rows, ranges, fromBlock)) {
        const from =
          row.isInitial || this.#mayGiveInitialState(row, ranges) ? range.fromBlock : row.blockNumber;
        changes.push({ row, from, to: range.toBlock });
      }
    }
    await store.write({ facts: changes.map(({ row }) => row) });
    for (const one of opened) await store.write(this.#initialStateReads(touches, one));
    await this.#spread(store, changes, queue);
  }

  /** The ranges of blocks with state diffs that the blocks belong to, and of which it is not known what was there before. */
  #rangesOpenedUnknown(blocks: BlockRange): BlockRanges {
    return EVERY_RECORDS.filter((records) => (records & STATE_DIFF) !== 0).flatMap((records) =>
      this.#rangesWith(records).filter(
        ({ fromBlock, toBlock }) =>
          fromBlock !== this.firstBlock && fromBlock <= blocks.toBlock && toBlock >= blocks.fromBlock,
      ),
    );
  }

  /**
   * Reads of the code at the start of the range for all touched addresses: nearly all definitions depend on code, and no row triggers that
   * read. Evaluations request slots themselves, once there is code.
   */
  #initialStateReads(
    touched: readonly Touch[],
    range: BlockRange,
  ): Pick<EngineChanges, 'stateReads' | 'touches'> {
    const stateReads: RequestedRead[] = [];
    const touches: Touch[] = [];
    const [code] = this.triggers.codeSources;
    for (const touch of touched) {
      if (code === undefined || touch.block < range.fromBlock || touch.block > range.toBlock) continue;
      const read = this.#cache.initialStateRead(touch.subject, code, range);
      if (read === undefined) continue;
      if (this.#cache.isNewRead(read)) stateReads.push(read);
      if (this.#cache.subject(touch.subject)!.noteTouch(touch.block, range.fromBlock)) touches.push(touch);
    }
    return { stateReads, touches };
  }

  /** The ranges that blocks belong to, by any records; of those that begin in one block the longest. */
  #rangesOf({ fromBlock, toBlock }: BlockRange): BlockRanges {
    const longest = new Map<number, BlockRange>();
    for (const ranges of this.#ranges!.values()) {
      for (const range of ranges) {
        if (range.toBlock < fromBlock || range.fromBlock > toBlock) continue;
        const known = longest.get(range.fromBlock);
        if (known === undefined || known.toBlock < range.toBlock) longest.set(range.fromBlock, range);
      }
    }
    return [...longest.values()];
  }

  /** The first change of code in a range may give the initial state of the range. */
  #mayGiveInitialState({ source, blockNumber }: FactRow, ranges: BlockRanges): boolean {
    if (!this.triggers.codeSources.includes(source)) return false;
    return ranges.some(
      ({ fromBlock, toBlock }) =>
        fromBlock !== this.firstBlock && fromBlock <= blockNumber && blockNumber <= toBlock,
    );
  }

  /** Marks the evaluations that depend on new rows as dirty: for the subject itself, and for its dependents. */
  async #spread(store: EngineStore, changes: readonly Change[], queue: DirtyQueue): Promise<void> {
    const ofOthers = new ChangedKeys();
    for (const { row, from, to } of changes) {
      const { subject, key } = row;
      const spread = (source: SourceId): void => {
        for (const definition of this.triggers.readersOf(source)) queue.add(definition, subject, from, to);
        if (!this.triggers.isSourceReadAcrossSubjects(source)) return;
        ofOthers.add({ of: subject, what: this.triggers.sourceText(source) }, from, to);
        if (key !== '') ofOthers.add({ of: subject, what: this.triggers.sourceText(source, key) }, from, to);
      };
      for (const source of this.triggers.sourcesOf(row.source)) spread(source);
      // With the code everything ends that its lifetime scopes.
      if (this.triggers.codeSources.includes(row.source))
        for (const source of this.#cache.scopedSourcesOf(subject)) spread(source);
    }
    const { keys } = ofOthers;
    if (keys.length === 0) return;
    for (const dependent of await store.dependents(keys)) {
      const { from, to } = ofOthers.blocksOf(dependent);
      queue.add(dependent.definition, dependent.subject, from, to);
    }
  }

  /** Marks the evaluations that read view calls as dirty. Every evaluation depends on the view calls that it reads, of its subject too. */
  async #spreadViews(store: EngineStore, changes: readonly ViewChange[], queue: DirtyQueue): Promise<void> {
    const changed = new ChangedKeys();
    for (const { contract, data, from } of changes)
      for (const source of this.triggers.viewsOf(data))
        changed.add(
          { of: contract, what: this.triggers.sourceText(source, data) },
          from,
          Number.MAX_SAFE_INTEGER,
        );
    const { keys } = changed;
    if (keys.length === 0) return;
    for (const dependent of await store.dependents(keys)) {
      const { from, to } = changed.blocksOf(dependent);
      queue.add(dependent.definition, dependent.subject, from, to);
    }
  }

  /**
   * The effects of a run of new blocks on its range beyond their facts: a new beginning, a closed gap, binding entries that begin or end.
   */
  async #openRange(
    store: EngineStore,
    run: BlockRange,
    before: BlockRanges,
    after: BlockRanges,
    queue: DirtyQueue,
  ): Promise<void> {
    const range = rangeWith(after, run.fromBlock)!;
    const above = rangeWith(before, run.toBlock + 1);
    if (above) {
      // Folds made of the rows of one range are not those of the joined one.
      this.#cache.refold();
      const subjects = await store.subjectsIn(above);
      await this.#addAgain(queue, subjects, range, store);
      // Claims in the lower range may depend on facts in the range above it. Dependents are evaluated again even though the upper claims
      // themselves did not change.
      for (const dependent of await store.dependentsOn(subjects))
        queue.add(dependent.definition, dependent.subject, above.fromBlock, range.toBlock);
    }
    if (range.fromBlock === run.fromBlock) this.#addNamed(queue, range);
    for (const { block, binding, key } of this.triggers.membershipChanges(run.fromBlock, range.toBlock)) {
      for (const definition of this.triggers.lookersUp(binding))
        queue.add(definition, namedSubject(key), block, range.toBlock);
      const reads = [key, EVERY_KEY].map((of) => ({ of, what: `binding:${binding}` }));
      for (const dependent of await store.dependents(reads))
        queue.add(dependent.definition, dependent.subject, block, range.toBlock);
    }
  }

  /** The addresses that bindings name have claims from where a range begins, whether or not anything touches them. */
  #addNamed(queue: DirtyQueue, range: BlockRange): void {
    for (const binding of this.triggers.namingBindings) {
      const definitions = this.triggers.lookersUp(binding);
      for (const [key, intervals] of this.bindings.get(binding)!.members) {
        if (!intervals.some(({ from }) => from <= range.toBlock)) continue;
        for (const definition of definitions)
          queue.add(definition, namedSubject(key), range.fromBlock, range.toBlock);
      }
    }
  }

  /**
   * Marks definitions as dirty: all of them for addresses that blocks touch or that have dependents. Other addresses are known from
   * registries alone; for them only stored claims and definitions with look-ups count, because nothing else requests their code.
   */
  async #addAgain(
    queue: DirtyQueue,
    subjects: readonly Address[],
    range: BlockRange,
    store: EngineStore,
  ): Promise<void> {
    await this.#cache.states(subjects, store);
    const touched = new Set(await store.touched(subjects, range));
    for (const subject of subjects) {
      const { segments, undecided } = this.#cache.subject(subject)!;
      const definitions = touched.has(subject)
        ? this.catalog.definitions.keys()
        : new Set([...this.#lookersUp(subject), ...segments.keys(), ...undecided.keys()]);
      for (const definition of definitions) queue.add(definition, subject, range.fromBlock, range.toBlock);
    }
  }

  /** Definitions that look an address up in a registry that names it. */
  #lookersUp(subject: Address): readonly DefinitionIndex[] {
    return [...this.triggers.namingBindings].flatMap((binding) =>
      this.bindings.get(binding)!.members.has(subject) ? this.triggers.lookersUp(binding) : [],
    );
  }
}

/** Each address with facts or contract activity in the blocks, with the first such block. */
function firstTouches(
  blocks: readonly VerifiedBlock[],
  touched: ReadonlyMap<Address, readonly FactRow[]>,
): readonly Touch[] {
  const found = new Map([...touched].map(([subject, [first]]) => [subject, first!.blockNumber]));
  for (const block of blocks) {
    const { number } = block.header;
    for (const subject of contractsAtWork(block))
      found.set(subject, Math.min(found.get(subject) ?? number, number));
  }
  return [...found].map(([subject, block]) => ({ subject, block }));
}
