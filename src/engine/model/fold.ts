import type { Catalog } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import type { Address } from '../../domain/chain/hex.js';
import { isBefore } from '../../domain/chain/record/tx-position.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FactInterval } from '../../evaluator/model/state-view.js';
import { type Excess, earlierOf, excessOf, excessOfCode, MAX_CHANGES, STATE_KINDS } from './change-bound.js';
import { codeRowsSource, codeSteps } from './code-sources.js';
import {
  contradictedChanges,
  endOf,
  isContradiction,
  withoutContradictions,
  withoutFalseCode,
} from './contradictions.js';
import type { FactRow } from './fact-row.js';
import { FactRowIndex } from './fact-row-index.js';
import { hasHash, isContract, isDestroyed, type Lifetime, lifetimesOf } from './lifetimes.js';
import {
  first,
  happened,
  intervalsOf,
  isEverHeld,
  latest,
  type Step,
  withInitialState,
  withinLifetimes,
} from './steps.js';
import { isNoView } from './view-value.js';
import { isCode, isState, witnessesOf } from './witnesses.js';

const NEVER = Number.POSITIVE_INFINITY;
const NONE: readonly never[] = [];
const NO_EVIDENCE = () => NONE;
const NOTHING = () => undefined;

export interface FoldContext {
  readonly catalog: Catalog;
  readonly range: BlockRange;
  /** Whether the range begins with the chain, so that nothing was there before it. */
  readonly isBeginning: boolean;
}

/** The hashes that evidence refs name. */
export interface BlockHashes {
  /** `0x` hex, or `''` while it is not known. */
  blockHash(number: number): string;
}

/** The facts of one address within one range. Each source is folded on first use. */
export class FoldedFacts {
  readonly #rows: FactRowIndex;
  /** By source, and by key for keyed sources. */
  #changes: Map<SourceId | string, readonly Step[]> | undefined;
  /** By the same names; only intervals whose evidence is complete. */
  #intervals: Map<SourceId | string, readonly FactInterval[]> | undefined;
  /** Rows of code, apart from the contradictions that proofs show. */
  readonly #code: readonly FactRow[];
  readonly #falseCode: readonly FactRow[];
  #lifetimes: readonly Lifetime[] | undefined;
  #excess: Map<SourceId, Excess | undefined> | undefined;
  #codeExcess: { readonly found: Excess | undefined } | undefined;

  /** @param rows all rows of the address within the range, in order, initial states before other rows of their block */
  constructor(
    rows: readonly FactRow[],
    private readonly subject: Address,
    private readonly context: FoldContext,
  ) {
    this.#rows = FactRowIndex.of(rows);
    const code = codeRowsSource(context.catalog);
    const ofCode = code === undefined ? NONE : this.#rows.of(code, '');
    this.#code = withoutContradictions(ofCode);
    this.#falseCode = ofCode.length === this.#code.length ? NONE : ofCode.filter(isContradiction);
  }

  intervals(source: SourceId, key: string, hashes: BlockHashes): readonly FactInterval[] {
    // Most fact sources that definitions read were never written.
    if (!this.#hasRows(source)) return NONE;
    const name = nameOf(source, key);
    const known = this.#intervals?.get(name);
    if (known !== undefined) return known;
    let isComplete = true;
    const { source: factSource } = this.context.catalog.sources[source]!;
    const { evidence, tx } = witnessesOf(factSource, key, this.subject, (number) => {
      const hash = hashes.blockHash(number);
      if (hash === '') isComplete = false;
      return hash;
    });
    const intervals = intervalsOf(this.#changesOf(source, key), key, evidence, tx);
    if (isComplete) {
      this.#intervals ??= new Map();
      this.#intervals.set(name, intervals);
    }
    return intervals;
  }

  /** The intervals without their evidence. */
  values(source: SourceId, key: string): readonly FactInterval[] {
    if (!this.#hasRows(source)) return NONE;
    const known = this.#intervals?.get(nameOf(source, key));
    return known ?? intervalsOf(this.#changesOf(source, key), key, NO_EVIDENCE, NOTHING);
  }

  /** False only when the source is known to have no fact at any block of the range. */
  mayHaveFact(source: SourceId): boolean {
    const { kind } = this.context.catalog.sources[source]!.source;
    const wasWritten = kind === 'code' ? isEverHeld(this.#changesOf(source, '')) : this.#hasRows(source);
    return wasWritten || this.#isUnknownAnywhere(source);
  }

  /** False only when the source is known to have no such value at any block of the range. */
  mayHaveValue(source: SourceId, isWanted: (value: Readonly<Record<string, string>>) => boolean): boolean {
    for (const { value } of this.#changesOf(source, ''))
      if (typeof value === 'object' && value !== null && (isNoView(value) || isWanted(value))) return true;
    return this.#isUnknownAnywhere(source);
  }

  #isUnknownAnywhere(source: SourceId): boolean {
    return this.knownFrom(source) > this.context.range.fromBlock || this.excessOf(source) !== undefined;
  }

  /** Whether a new row may give the initial state of the source in the range. */
  mayGiveInitialState(source: SourceId, key: string): boolean {
    return !this.context.isBeginning && withoutContradictions(this.#rows.of(source, key)).length === 0;
  }

  keys(source: SourceId): readonly string[] {
    return this.context.catalog.sources[source]!.keyed ? this.#rows.keysOf(source) : [''];
  }

  /** Where the changes of the source, or of the code that scopes it, exceed what is followed. */
  excessOf(source: SourceId): Excess | undefined {
    const { source: factSource, scopedToLifetime } = this.context.catalog.sources[source]!;
    if (factSource.kind === 'code') return this.#excessOfCode();
    const own = STATE_KINDS.has(factSource.kind) ? this.#ownExcess(source) : undefined;
    return scopedToLifetime ? earlierOf(own, this.#excessOfCode()) : own;
  }

  #ownExcess(source: SourceId): Excess | undefined {
    if (!this.#rows.has(source)) return undefined;
    this.#excess ??= new Map();
    if (!this.#excess.has(source)) {
      const isMany = this.#rows.countOf(source) > MAX_CHANGES;
      const changesOf = (key: string): readonly Step[] => this.#changesOf(source, key);
      this.#excess.set(source, isMany ? excessOf(this.keys(source), changesOf) : undefined);
    }
    return this.#excess.get(source);
  }

  #excessOfCode(): Excess | undefined {
    if (this.#code.length <= MAX_CHANGES) return undefined;
    this.#codeExcess ??= { found: excessOfCode(this.#code) };
    return this.#codeExcess.found;
  }

  /** First block at whose end the value of the source is known; beyond every range while its initial state is unknown. */
  knownFrom(source: SourceId): number {
    const { source: factSource } = this.context.catalog.sources[source]!;
    const isRedeployed = factSource.kind === 'code' && factSource.register === 'redeployed';
    // Only the end of an older contract may be known: its code may have differed from later code.
    if (isRedeployed && this.#lacksFirstHash()) return this.values(source, '')[0]?.start ?? NEVER;
    return this.changedFrom(source);
  }

  /**
   * While the initial state is unknown, the first block at whose end the value may differ from it; otherwise the first block of the range.
   */
  changedFrom(source: SourceId): number {
    const { isBeginning, range, catalog } = this.context;
    const { source: factSource } = catalog.sources[source]!;
    if (isBeginning || !isState(factSource)) return range.fromBlock;
    if (isCode(factSource)) return this.#codeKnownFrom();
    const [before] = this.lifetimes;
    // Without a contract there is no slot.
    if (before === undefined || before.begin !== undefined) return range.fromBlock;
    if (this.#givenInitialState(withoutContradictions(this.#rows.of(source, '')))) return range.fromBlock;
    return before.end?.blockNumber ?? NEVER;
  }

  get lifetimes(): readonly Lifetime[] {
    this.#lifetimes ??= lifetimesOf(this.#code, this.#openedWithContract());
    return this.#lifetimes;
  }

  /** The contract that existed before the range, or may have existed. */
  get older(): Lifetime | undefined {
    const [first] = this.lifetimes;
    return this.context.isBeginning || first?.begin !== undefined ? undefined : first;
  }

  #hasRows(source: SourceId): boolean {
    const { kind } = this.context.catalog.sources[source]!.source;
    if (kind === 'code') return this.#code.length + this.#falseCode.length > 0;
    return this.#rows.has(source) || (kind === 'build' && this.#falseCode.length > 0);
  }

  #changesOf(source: SourceId, key: string): readonly Step[] {
    const name = nameOf(source, key);
    let changes = this.#changes?.get(name);
    if (changes === undefined) {
      changes = this.#fold(source, key);
      this.#changes ??= new Map();
      this.#changes.set(name, changes);
    }
    return changes;
  }

  #fold(source: SourceId, key: string): readonly Step[] {
    const { keeps, scopedToLifetime, source: factSource } = this.context.catalog.sources[source]!;
    const { range } = this.context;
    if (factSource.kind === 'code')
      return this.#withoutFalseCode(
        latest(codeSteps(withInitialState(this.#code, range), factSource.register)),
        factSource.register === 'redeployed',
      );
    const all = this.#rows.of(source, key);
    if (all.length === 0 && factSource.kind !== 'build') return NONE;
    const rows = withoutContradictions(all);
    const isGiven =
      factSource.kind === 'storage'
        ? this.#givenInitialState(rows)
        : factSource.kind !== 'build' || this.#code[0]?.isInitial === true;
    const steps = isGiven ? withInitialState(rows, range) : happened(rows);
    if (rows.length < all.length)
      return contradictedChanges(steps, all.filter(isContradiction), this.lifetimes, range);
    const keep = keeps === 'first' ? first : latest;
    const kept = scopedToLifetime ? withinLifetimes(steps, this.lifetimes, keep) : keep(steps);
    return factSource.kind === 'build' ? this.#withoutFalseCode(kept) : kept;
  }

  #withoutFalseCode(steps: readonly Step[], isForEver = false): readonly Step[] {
    if (this.#falseCode.length === 0) return steps;
    return withoutFalseCode(steps, happened(this.#code), this.#falseCode, this.context.range, isForEver);
  }

  /**
   * The code at the end of a block: null where there is none or a destroyed contract; undefined where it is
   * unknown.
   */
  codeLeftAt(block: number): FactRow['value'] | undefined {
    const end = endOf(block);
    const code = codeRowsSource(this.context.catalog);
    if (code === undefined || this.changedFrom(code) > block) return undefined;
    const last = this.#code.findLast((row) => row.isInitial || isBefore(row, end));
    return last === undefined || isDestroyed(last.value) ? null : last.value;
  }

  /** Whether the first row describes the contract that existed at the start of the range, and not a later one. */
  #givenInitialState([initial]: readonly FactRow[]): boolean {
    if (!initial?.isInitial) return false;
    const end = this.lifetimes[0]?.end;
    return end === undefined || !isBefore(end, initial);
  }

  #lacksFirstHash(): boolean {
    const [row] = this.#code;
    return (
      !this.context.isBeginning &&
      row !== undefined &&
      !row.isInitial &&
      isDestroyed(row.value) &&
      !hasHash(row.value)
    );
  }

  #codeKnownFrom(): number {
    const [row] = this.#code;
    if (row === undefined) return NEVER;
    return row.isInitial || hasHash(row.value) ? this.context.range.fromBlock : row.blockNumber;
  }

  /** Whether a contract existed at the start of the range; undefined while that is unknown. */
  #openedWithContract(): boolean | undefined {
    if (this.context.isBeginning) return false;
    const [row] = this.#code;
    if (row === undefined) return undefined;
    // Code is set only where there was none, and an account delegates only while it is no contract.
    return row.isInitial ? isContract(row.value) : isDestroyed(row.value) && !hasHash(row.value);
  }
}

function nameOf(source: SourceId, key: string): SourceId | string {
  return key === '' ? source : `${source} ${key}`;
}
