import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import type { Address } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { type BlockRange, rangeWith } from '../../domain/interval/block-range.js';
import { type BlockFacts, blockFacts } from '../facts/block-facts.js';
import { compileExtractor, type Extractor } from '../facts/fact-extractor.js';
import { STATE_DIFF } from '../model/block-records.js';
import type { EngineChanges, EngineStore, RequestedRead, Touch } from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import type { ChangedKeys } from './changed-keys.js';
import type { DirtyQueue } from './dirty-queue.js';
import type { KnownRanges } from './known-ranges.js';
import type { SubjectCache } from './subject-cache.js';

export interface NewFactsOptions {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly triggers: TriggerIndex;
  readonly cache: SubjectCache;
  readonly ranges: KnownRanges;
  /** Whether this engine stores the facts of a subject and evaluates it. */
  readonly owns: (subject: Address) => boolean;
}

/** Facts of blocks: finds them, stores what is new, and marks what depends on it as dirty. */
export class NewFacts {
  readonly #extract: Extractor;

  constructor(private readonly options: NewFactsOptions) {
    this.#extract = compileExtractor(options.catalog, options.bindings);
  }

  /** All facts of blocks. @param isWanted only rows that it accepts are given */
  of(blocks: readonly VerifiedBlock[], isWanted?: (row: FactRow) => boolean): BlockFacts {
    return blockFacts(blocks, this.#extract, isWanted);
  }

  /** Stores those of the facts that are new, and marks what depends on them as dirty. */
  async add(store: EngineStore, found: BlockFacts, queue: DirtyQueue, changed: ChangedKeys): Promise<void> {
    const { triggers, cache, ranges } = this.options;
    const { blocks, rows: bySubject } = found;
    const isByKey = ({ source }: FactRow) => triggers.isLoadedByKey(source);
    const fromBlock = blocks[0]!.header.number;
    const toBlock = blocks[blocks.length - 1]!.header.number;
    const opened = ranges.openedUnknown({ fromBlock, toBlock });
    const toLoad = [...bySubject].filter(([, rows]) => !rows.every(isByKey)).map(([subject]) => subject);
    const touches = opened.length === 0 ? [] : firstTouches(bySubject, found.atWork);
    await cache.loadSubjects([...toLoad, ...touches.map(({ subject }) => subject)], store);
    const longest = ranges.longestOf({ fromBlock, toBlock });
    const facts = [...bySubject].flatMap(([subject, rows]) =>
      cache.addRows(subject, rows, longest, fromBlock),
    );
    await store.write({ facts });
    for (const one of opened) await store.write(this.#initialStateReads(touches, one));
    this.spread(facts, queue, changed);
  }

  /** Marks the evaluations that depend on new rows as dirty: for the subject itself, and for its dependents. */
  spread(facts: readonly FactRow[], queue: DirtyQueue, changed: ChangedKeys): void {
    const { triggers, cache } = this.options;
    for (const row of facts) {
      const { subject, key, blockNumber: to } = row;
      const mayBeFirst = this.#mayGiveInitialState(row);
      const from = mayBeFirst ? this.#beginOf(to) : to;
      const spread = (source: SourceId): void => {
        for (const definition of triggers.readersOf(source)) queue.add(definition, subject, from, to);
        if (!triggers.isSourceReadAcrossSubjects(source)) return;
        changed.add({ of: subject, what: triggers.sourceText(source) }, from, to);
        if (key !== '') changed.add({ of: subject, what: triggers.sourceText(source, key) }, from, to);
      };
      for (const source of triggers.sourcesOf(row.source)) spread(source);
      if (!triggers.codeSources.includes(row.source)) continue;
      // When code ends, so do all facts that its lifetime scopes. Where the contract may be older than the
      // range, facts without rows count too, because they are unknown.
      const scoped = mayBeFirst ? triggers.scoped : cache.scopedSourcesOf(subject);
      for (const source of scoped) spread(source);
    }
  }

  /**
   * Requests the code at the start of the range for all touched addresses: nearly all definitions depend on
   * code, and no row triggers that read. Evaluations request slots themselves, once there is code.
   */
  #initialStateReads(
    touched: readonly Touch[],
    range: BlockRange,
  ): Pick<EngineChanges, 'stateReads' | 'touches'> {
    const { triggers, cache } = this.options;
    const stateReads: RequestedRead[] = [];
    const touches: Touch[] = [];
    const [code] = triggers.codeSources;
    for (const touch of touched) {
      if (code === undefined || touch.block < range.fromBlock || touch.block > range.toBlock) continue;
      const read = cache.initialStateRead(touch.subject, code, range);
      if (read === undefined) continue;
      if (cache.isNewRead(read)) stateReads.push(read);
      if (cache.subject(touch.subject)!.noteTouch(touch.block, range.fromBlock)) touches.push(touch);
    }
    return { stateReads, touches };
  }

  /** The first block of the range with state diffs that contains the block. */
  #beginOf(block: number): number {
    return rangeWith(this.options.ranges.with(STATE_DIFF), block)?.fromBlock ?? block;
  }

  /** The first change of code in a range may also give the initial state of the range. */
  #mayGiveInitialState({ source, blockNumber, isInitial }: FactRow): boolean {
    const { triggers, ranges } = this.options;
    const block = { fromBlock: blockNumber, toBlock: blockNumber };
    return isInitial || (triggers.codeSources.includes(source) && ranges.openedUnknown(block).length > 0);
  }
}

/** Each address with facts or contract activity in the blocks, with the first such block. */
function firstTouches(rows: BlockFacts['rows'], atWork: BlockFacts['atWork']): readonly Touch[] {
  const found = new Map([...rows].map(([subject, [first]]) => [subject, first!.blockNumber]));
  for (const [subject, block] of atWork) found.set(subject, Math.min(found.get(subject) ?? block, block));
  return [...found].map(([subject, block]) => ({ subject, block }));
}
