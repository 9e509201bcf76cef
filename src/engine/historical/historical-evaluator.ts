import type { PoolClient } from 'pg';
import type { Binding } from '../../definition/binding/binding.js';
import { definitionSetDigest } from '../../definition/catalog/definition-set.js';
import type { Catalog, Definition } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import { type BlockRanges, rangeWith } from '../../domain/interval/block-range.js';
import type { StateView } from '../../evaluator/model/state-view.js';
import { type BlockRecords, recordsOf } from '../model/block-records.js';
import { codeRowsSource } from '../model/code-sources.js';
import type { EngineStore } from '../model/engine-store.js';
import { TriggerIndex } from '../model/trigger-index.js';
import { EvaluationTrace } from '../scheduler/evaluation-trace.js';
import { SubjectCache } from '../scheduler/subject-cache.js';
import { TrackedStateView } from '../scheduler/tracked-state-view.js';
import { MAX_SEGMENTS, SegmentBound } from '../segments/segment-bound.js';
import { engineNumbers } from '../store/engine-numbers.js';
import { PostgresStore } from '../store/postgres-store.js';
import { hasItsFacts, isServed } from '../store/publish.js';
import { areViewChangesLeft } from '../store/view-results.js';

export interface HistoricalEvaluatorOptions {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Lowest block that exists on the chain. */
  readonly firstBlock: number;
  /** How many proof segments a definition begins about one subject in a range. */
  readonly mostSegments?: number;
}

/** Stored claims were evaluated, or are being re-evaluated, with other definitions than these. */
export class OtherDefinitions extends Error {
  constructor() {
    super(
      'stored claims were evaluated with other definitions, or a re-evaluation is under way: start the service once, or run `reevaluate`',
    );
  }
}

/** Evaluates at past blocks from the stored facts. It writes nothing. */
export class HistoricalEvaluator {
  readonly #cache: SubjectCache;

  private constructor(
    private readonly options: HistoricalEvaluatorOptions,
    triggers: TriggerIndex,
    private readonly store: EngineStore,
    private readonly byRecords: ReadonlyMap<BlockRecords, BlockRanges>,
    private readonly tx: PoolClient,
  ) {
    const { catalog, bindings, firstBlock } = options;
    this.#cache = new SubjectCache(
      catalog,
      bindings,
      triggers,
      firstBlock,
      (records) => byRecords.get(records) ?? [],
    );
  }

  /**
   * Works within one transaction, so that all reads see the same snapshot.
   * @throws {OtherDefinitions}
   */
  static async open(tx: PoolClient, options: HistoricalEvaluatorOptions): Promise<HistoricalEvaluator> {
    const { catalog, bindings } = options;
    const setDigest = definitionSetDigest(catalog, bindings);
    if (!(await isServed(tx, setDigest))) throw new OtherDefinitions();
    const numbers = await engineNumbers(tx, catalog, setDigest);
    if (!(await hasItsFacts(tx, numbers.set, catalog))) throw new OtherDefinitions();
    const triggers = new TriggerIndex(catalog, bindings);
    const store = new PostgresStore(tx, numbers, triggers);
    return new HistoricalEvaluator(options, triggers, store, await store.ranges(), tx);
  }

  /**
   * Runs `ask` on the state view of a block, and repeats it until everything it reads is loaded.
   * @param ask also told whether there is no claim any more, because too many proof segments have begun
   * @returns undefined when no range in which the definition can be evaluated contains the block
   */
  async at<T>(
    definition: Definition,
    subject: Address,
    block: number,
    ask: (view: StateView, isOver: boolean) => T,
  ): Promise<T | undefined> {
    const range = rangeWith(this.ranges(definition), block);
    if (range === undefined) return undefined;
    const cache = this.#cache;
    const { mostSegments = MAX_SEGMENTS } = this.options;
    await cache.loadSubjects([subject], this.store);
    const stored = cache.subject(subject)!.segments.get(cache.indexOf(definition.id)) ?? [];
    const ofRange = stored.filter(({ start }) => start >= range.fromBlock);
    const { isOver } = new SegmentBound(ofRange, block + 1, mostSegments);
    for (;;) {
      const trace = new EvaluationTrace();
      const view = new TrackedStateView(cache, subject, range, trace);
      view.goTo(block);
      const answer = ask(view, isOver);
      if (trace.needs.isEmpty && trace.unevaluated.length === 0) return answer;
      // These subjects have been evaluated: a claim that is not stored is not proven.
      for (const { id, address } of trace.unevaluated)
        cache.noteEvaluated(cache.indexOf(id), cache.subject(address)!, cache.rangeOf(id, block));
      await cache.load(trace.needs, this.store);
    }
  }

  /** Whether the definition rests on code, and the code of the address at the block is unknown. */
  async isCodeUnknown(definition: Definition, subject: Address, block: number): Promise<boolean> {
    if (!definition.requires.includes('state_diff')) return false;
    const code = codeRowsSource(this.catalog)!;
    return (await this.at(definition, subject, block, (view) => view.fact(subject, code))) === 'unknown';
  }

  /**
   * Whether view calls have still to be executed or evaluated again, as after a rebuild of tracked results.
   * Until then, stored claims may be undecided here.
   */
  areCallsLeft(): Promise<boolean> {
    return areViewChangesLeft(this.tx);
  }

  /** Blocks at which the definition can be evaluated. */
  ranges(definition: Definition): BlockRanges {
    return this.byRecords.get(recordsOf(definition)) ?? [];
  }

  /** Highest block at which the definition can be evaluated; undefined while there is none. */
  head(definition: Definition): number | undefined {
    return this.ranges(definition).at(-1)?.toBlock;
  }

  /** Hash of the stored proof that carries a claim at a block. @param object `''` for attributes */
  async proofOf(
    definition: Definition,
    subject: Address,
    object: string,
    block: number,
  ): Promise<string | undefined> {
    const range = rangeWith(this.ranges(definition), block);
    if (range === undefined) return undefined;
    await this.#cache.loadSubjects([subject], this.store);
    const segments = this.#cache.subject(subject)!.segments.get(this.#cache.indexOf(definition.id)) ?? [];
    return segments.find(
      ({ object: of, start, end }) =>
        of === object && start >= range.fromBlock && start <= block && (end === undefined || end >= block),
    )?.proofHash;
  }

  /** Bounds memory. Called between two questions. */
  trim(): void {
    this.#cache.trim();
  }

  get catalog(): Catalog {
    return this.options.catalog;
  }
}
