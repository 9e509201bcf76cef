import type { SourceId } from '../../definition/model/predicate.js';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { DefinitionIndex, SourceKey, StoredReadResult, StoredSubject } from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import type { FoldedFacts } from '../model/fold.js';
import type { Segment, UndecidedInterval } from '../model/segment.js';
import { coversView, viewRowsWithin } from '../model/view-rows.js';

/** Folds rows of one address, all within the range, in order. */
export type Folder = (rows: readonly FactRow[], subject: Address, range: BlockRange) => FoldedFacts;

/** About how much an address, and a loaded key, takes in memory beside its rows, in rows. */
const ROWS_OF_A_SUBJECT = 3;
const ROWS_OF_A_KEY = 2;
const NONE: readonly never[] = [];
const NOTHING: ReadonlyMap<DefinitionIndex, never> = new Map<DefinitionIndex, never>();

/**
 * One address in memory: what is stored of it, and what the present step has added. There are many addresses, and most have little, so
 * collections are made only when needed.
 */
export class SubjectState {
  readonly #rows: FactRow[];
  #areInOrder: boolean;
  #segments: Map<DefinitionIndex, readonly Segment[]> | undefined;
  #undecided: Map<DefinitionIndex, readonly UndecidedInterval[]> | undefined;
  readonly answers: StoredReadResult[];
  #keys: Map<string, FactRow[]> | undefined;
  /** How many segments and rows of keys there are. */
  #others = 0;
  /** One entry for each range, mostly one. Rebuilt when rows are added, and dropped after a step. */
  #folds: { readonly range: BlockRange; readonly facts: FoldedFacts }[] | undefined;
  #keyFolds: Map<string, FoldedFacts> | undefined;
  /** Rows of view calls, for one step. */
  #views: Map<string, readonly FactRow[]> | undefined;
  /** The block of the last request for an initial state, by read and first block of the range. */
  #requested: Map<string, number> | undefined;
  /** The lowest stored touch, by the first block of the range. */
  #touched: Map<number, number> | undefined;
  /** Definitions that were evaluated and that other evaluations read, by the first block of the range. */
  #evaluated: Map<number, Set<DefinitionIndex>> | undefined;

  constructor(
    readonly address: Address,
    stored?: StoredSubject,
  ) {
    this.#rows = stored ? [...stored.rows] : [];
    this.#areInOrder = this.#rows.length < 2;
    this.#segments = ownMap(stored?.segments);
    this.#undecided = ownMap(stored?.undecided);
    this.answers = stored ? [...stored.answers] : [];
    this.#evaluated = stored?.evaluated && new Map(stored.evaluated);
    for (const segments of this.segments.values()) this.#others += segments.length;
  }

  /** Shares its collections with this state, so readers must not change them. */
  copy(): StoredSubject {
    const { rows, segments, undecided, answers } = this;
    const copy = { rows, segments, undecided, answers };
    return this.#evaluated === undefined ? copy : { ...copy, evaluated: this.#evaluated };
  }

  /** How much memory it takes, in rows. */
  get weight(): number {
    return ROWS_OF_A_SUBJECT + this.#rows.length + this.#others + this.undecided.size + this.answers.length;
  }

  get segments(): ReadonlyMap<DefinitionIndex, readonly Segment[]> {
    return this.#segments ?? NOTHING;
  }

  get undecided(): ReadonlyMap<DefinitionIndex, readonly UndecidedInterval[]> {
    return this.#undecided ?? NOTHING;
  }

  setSegments(definition: DefinitionIndex, segments: readonly Segment[]): void {
    this.#segments ??= new Map();
    this.#others += segments.length - (this.#segments.get(definition)?.length ?? 0);
    this.#segments.set(definition, segments);
  }

  setUndecided(definition: DefinitionIndex, intervals: readonly UndecidedInterval[]): void {
    this.#undecided ??= new Map();
    this.#undecided.set(definition, intervals);
  }

  get rows(): readonly FactRow[] {
    if (!this.#areInOrder) this.#rows.sort(inOrder);
    this.#areInOrder = true;
    return this.#rows;
  }

  facts(range: BlockRange, fold: Folder): FoldedFacts {
    // Ranges of other records may begin in the same block and end in another.
    for (const known of this.#folds ?? NONE)
      if (known.range.fromBlock === range.fromBlock && known.range.toBlock === range.toBlock)
        return known.facts;
    const facts = fold(within(this.rows, range), this.address, range);
    this.#folds ??= [];
    this.#folds.push({ range, facts });
    return facts;
  }

  /** Facts at the end of the block before `block`, which is in the range. */
  factsBefore(block: number, range: BlockRange, fold: Folder): FoldedFacts {
    const { rows } = this;
    const last = rows[rows.length - 1];
    if (last === undefined || last.blockNumber < block) return this.facts(range, fold);
    return fold(within(rows, { ...range, toBlock: block - 1 }), this.address, range);
  }

  factsOfKey({ source, key }: SourceKey, range: BlockRange, fold: Folder): FoldedFacts {
    const name = `${range.fromBlock} ${range.toBlock} ${keyName(source, key)}`;
    let facts = this.#keyFolds?.get(name);
    if (facts === undefined) {
      // The rows of code give the lifetimes that scope a source.
      const rows = [...this.#rows, ...this.#keys!.get(keyName(source, key))!].sort(inOrder);
      facts = fold(within(rows, range), this.address, range);
      this.#keyFolds ??= new Map();
      this.#keyFolds.set(name, facts);
    }
    return facts;
  }

  /** Facts of a view call; undefined where it is not loaded for that block. */
  factsOfView(
    { source, key, from }: Required<SourceKey>,
    range: BlockRange,
    fold: Folder,
  ): FoldedFacts | undefined {
    const rows = this.#views?.get(keyName(source, key));
    if (rows === undefined || !coversView(rows, key, from)) return undefined;
    const name = `${range.fromBlock} ${range.toBlock} ${keyName(source, key)}`;
    let facts = this.#keyFolds?.get(name);
    if (facts === undefined) {
      facts = fold(viewRowsWithin(rows, range), this.address, range);
      this.#keyFolds ??= new Map();
      this.#keyFolds.set(name, facts);
    }
    return facts;
  }

  addView({ source, key }: SourceKey, rows: readonly FactRow[]): void {
    this.#views ??= new Map();
    this.#views.set(keyName(source, key), rows);
    this.#keyFolds = undefined;
  }

  /** Whether anything is stored of the definition, proven or undecided, in any range. */
  mayHaveClaim(definition: DefinitionIndex): boolean {
    return this.segments.has(definition) || this.undecided.has(definition);
  }

  /** Definitions with segments or undecided intervals that begin in the range. */
  *claimedIn({ fromBlock, toBlock }: BlockRange): Iterable<DefinitionIndex> {
    for (const stored of [this.segments, this.undecided])
      for (const [definition, intervals] of stored)
        if (intervals.some(({ start }) => start >= fromBlock && start <= toBlock)) yield definition;
  }

  hasKey({ source, key }: SourceKey): boolean {
    return this.#keys?.has(keyName(source, key)) === true;
  }

  addKey({ source, key }: SourceKey, rows: readonly FactRow[]): void {
    this.#keys ??= new Map();
    this.#keys.set(keyName(source, key), [...rows]);
    this.#others += ROWS_OF_A_KEY + rows.length;
  }

  addRows(rows: readonly FactRow[], isLoadedByKey: (row: FactRow) => boolean): void {
    for (const row of rows) {
      if (isLoadedByKey(row)) {
        const ofKey = this.#keys?.get(keyName(row.source, row.key));
        if (ofKey === undefined) continue;
        ofKey.push(row);
        this.#others += 1;
      } else {
        const last = this.#rows[this.#rows.length - 1];
        if (last && inOrder(last, row) > 0) this.#areInOrder = false;
        this.#rows.push(row);
      }
    }
    if (rows.length > 0) this.refold();
  }

  removeRows(removed: ReadonlySet<FactRow>): void {
    let kept = 0;
    for (const row of this.#rows) if (!removed.has(row)) this.#rows[kept++] = row;
    this.#rows.length = kept;
    this.refold();
  }

  /** Whether the definition was evaluated for this address from the first block of the range on. */
  wasEvaluated(definition: DefinitionIndex, rangeStart: number): boolean {
    return (
      this.#evaluated?.get(rangeStart)?.has(definition) === true ||
      this.undecided.get(definition)?.some(({ start }) => start === rangeStart) === true
    );
  }

  /**
   * Whether to request a read: not if one within so many blocks was requested since the last answer. Notes
   * the request.
   */
  noteRequested(name: string, block: number, within: number): boolean {
    const before = this.#requested?.get(name);
    if (before !== undefined && Math.abs(block - before) < within) return false;
    this.#requested ??= new Map();
    this.#requested.set(name, block);
    return true;
  }

  /** Whether to store a touch, which it notes. Ranges are unwound from above, so the lowest is enough. */
  noteTouch(block: number, rangeStart: number): boolean {
    const lowest = this.#touched?.get(rangeStart);
    if (lowest !== undefined && lowest <= block) return false;
    this.#touched ??= new Map();
    this.#touched.set(rangeStart, block);
    return true;
  }

  addAnswer(answer: StoredReadResult): void {
    this.#requested = undefined;
    if (!this.answers.some(({ what, block }) => what === answer.what && block === answer.block))
      this.answers.push(answer);
  }

  noteEvaluated(definition: DefinitionIndex, rangeStart: number): void {
    this.#evaluated ??= new Map();
    const evaluated = this.#evaluated.get(rangeStart);
    if (evaluated) evaluated.add(definition);
    else this.#evaluated.set(rangeStart, new Set([definition]));
  }

  refold(): void {
    this.#folds = undefined;
    this.#keyFolds = undefined;
  }

  /** Forgets what one step alone needs. */
  endStep(): void {
    this.refold();
    this.#views = undefined;
  }
}

function ownMap<One>(
  stored: ReadonlyMap<DefinitionIndex, One> | undefined,
): Map<DefinitionIndex, One> | undefined {
  return stored === undefined || stored.size === 0 ? undefined : new Map(stored);
}

function keyName(source: SourceId, key: string): string {
  return `${source} ${key}`;
}

function within(rows: readonly FactRow[], { fromBlock, toBlock }: BlockRange): readonly FactRow[] {
  const first = rows[0];
  const last = rows[rows.length - 1];
  if (!first || !last || (first.blockNumber >= fromBlock && last.blockNumber <= toBlock)) return rows;
  return rows.filter(({ blockNumber }) => blockNumber >= fromBlock && blockNumber <= toBlock);
}

/** Initial states come before the other rows of their block. */
function inOrder(a: FactRow, b: FactRow): number {
  return (
    a.blockNumber - b.blockNumber ||
    Number(b.isInitial) - Number(a.isInitial) ||
    a.txIndex - b.txIndex ||
    a.ordinal - b.ordinal
  );
}
