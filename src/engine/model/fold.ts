import type { Catalog } from '../../definition/model/definition.js';
import type {
  BuildSource,
  CodeSource,
  FactSource,
  StorageSource,
} from '../../definition/model/fact-source.js';
import type { SourceId } from '../../definition/model/predicate.js';
import { selectorNamed } from '../../domain/chain/codec/observed-delegation.js';
import type { Address } from '../../domain/chain/hex.js';
import { isBefore, type TxPosition } from '../../domain/chain/record/tx-position.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FactInterval } from '../../evaluator/model/state-view.js';
import { codeRowsSource, codeSteps } from './code-sources.js';
import { type FactRow, OWN_BLOCK } from './fact-row.js';
import { FactRowIndex } from './fact-row-index.js';
import { hasHash, isContract, isDestroyed, type Lifetime, lifetimeAt, lifetimesOf } from './lifetimes.js';
import { slotOf } from './slots.js';
import {
  first,
  happened,
  inTime,
  intervalsOf,
  isContradiction,
  isEverHeld,
  latest,
  type Step,
  sameValue,
  withheld,
  withheldBetween,
  withInitialState,
  withinLifetimes,
} from './steps.js';
import { isNoView } from './view-value.js';

const NEVER = Number.POSITIVE_INFINITY;
/** Of the state before a range. */
const BEFORE = -2;
const HEX_OF_ADDRESS = 40;
/** Kinds of sources whose witnesses are of no transaction. */
const OF_BLOCKS: ReadonlySet<string> = new Set(['header', 'withdrawal']);
const NONE: readonly never[] = [];
const NO_EVIDENCE = () => NONE;
const NOTHING = () => undefined;

export interface FoldContext {
  readonly catalog: Catalog;
  readonly range: BlockRange;
  /** Whether nothing was there before the range: it begins with the chain. */
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
  /** The same; only those whose evidence is complete. */
  #intervals: Map<SourceId | string, readonly FactInterval[]> | undefined;
  /** Rows of code, without what proofs contradict. */
  readonly #code: readonly FactRow[];
  readonly #falseCode: readonly FactRow[];
  #lifetimes: readonly Lifetime[] | undefined;

  /** @param rows all rows of the address within the range, in order, initial states before other rows of their block */
  constructor(
    rows: readonly FactRow[],
    private readonly subject: Address,
    private readonly context: FoldContext,
  ) {
    this.#rows = FactRowIndex.of(rows);
    const code = codeRowsSource(context.catalog);
    this.#code = code === undefined ? NONE : this.#stated(code, '');
    this.#falseCode = code === undefined ? NONE : this.#rows.of(code, '').filter(isContradiction);
  }

  intervals(source: SourceId, key: string, hashes: BlockHashes): readonly FactInterval[] {
    // Most fact sources that definitions read were never written.
    if (!this.#hasRows(source)) return NONE;
    const name = nameOf(source, key);
    const known = this.#intervals?.get(name);
    if (known !== undefined) return known;
    let isComplete = true;
    const intervals = this.#withEvidence(source, key, (number) => {
      const hash = hashes.blockHash(number);
      if (hash === '') isComplete = false;
      return hash;
    });
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
    return wasWritten || this.knownFrom(source) > this.context.range.fromBlock;
  }

  /** False only when the source is known to have no such value at any block of the range. */
  mayHaveValue(source: SourceId, isWanted: (value: Readonly<Record<string, string>>) => boolean): boolean {
    for (const { value } of this.#changesOf(source, ''))
      if (typeof value === 'object' && value !== null && (isNoView(value) || isWanted(value))) return true;
    return this.knownFrom(source) > this.context.range.fromBlock;
  }

  /** Whether a row may give the initial state of the source in the range. */
  mayGiveInitialState(source: SourceId, key: string): boolean {
    return !this.context.isBeginning && this.#stated(source, key).length === 0;
  }

  keys(source: SourceId): readonly string[] {
    return this.context.catalog.sources[source]!.keyed ? this.#rows.keysOf(source) : [''];
  }

  /** First block at whose end the value of the source is known; beyond every range while its initial state is unknown. */
  knownFrom(source: SourceId): number {
    const { source: factSource } = this.context.catalog.sources[source]!;
    const isRedeployed = factSource.kind === 'code' && factSource.register === 'redeployed';
    // A contract that was there before and of which only the end is known may have had other code than later ones.
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
    if (this.#givenInitialState(this.#stated(source, ''))) return range.fromBlock;
    return before.end?.blockNumber ?? NEVER;
  }

  get lifetimes(): readonly Lifetime[] {
    this.#lifetimes ??= lifetimesOf(this.#code, this.#openedWithContract());
    return this.#lifetimes;
  }

  /** The contract that was there before the range, or may have been. */
  get older(): Lifetime | undefined {
    const [first] = this.lifetimes;
    return this.context.isBeginning || first?.begin !== undefined ? undefined : first;
  }

  #hasRows(source: SourceId): boolean {
    const { kind } = this.context.catalog.sources[source]!.source;
    if (kind === 'code') return this.#code.length + this.#falseCode.length > 0;
    return this.#rows.has(source) || (kind === 'build' && this.#falseCode.length > 0);
  }

  /** Whether a proof of the value at the end of its block shows another one than is known. */
  isContradictedBy({ source, key, blockNumber, value }: FactRow): boolean {
    const end = endOf(blockNumber);
    if (this.context.catalog.sources[source]!.source.kind === 'code') {
      if (this.changedFrom(source) > blockNumber) return false;
      const last = this.#code.findLast((row) => row.isInitial || isBefore(row, end));
      const known = last === undefined || isDestroyed(last.value) ? null : last.value;
      return !sameValue(known, value);
    }
    // What is no contract's is never known of it.
    if (lifetimeAt(this.lifetimes, end) === undefined || this.knownFrom(source) > blockNumber) return false;
    const known = this.values(source, key).find(
      ({ start, end: last = NEVER }) => start <= blockNumber && blockNumber <= last,
    );
    return !(known && isNoView(known.value)) && !sameValue(known?.value ?? null, value);
  }

  /** Rows without what proofs contradict. */
  #stated(source: SourceId, key: string): readonly FactRow[] {
    const rows = this.#rows.of(source, key);
    return rows.some(isContradiction) ? rows.filter((row) => !isContradiction(row)) : rows;
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
        latest(codeSteps(withInitialRows(this.#code, range), factSource.register)),
        factSource.register === 'redeployed',
      );
    const rows = this.#stated(source, key);
    const contradictions = this.#rows.of(source, key).filter(isContradiction);
    if (rows.length + contradictions.length === 0 && factSource.kind !== 'build') return NONE;
    const isGiven =
      factSource.kind === 'storage'
        ? this.#givenInitialState(rows)
        : factSource.kind !== 'build' || this.#code[0]?.isInitial === true;
    const steps = isGiven ? withInitialState(rows, range) : happened(rows);
    if (contradictions.length > 0)
      return withinLifetimes(inTime(steps, contradictions), this.lifetimes, (own, begin) =>
        latest(withheld(own, begin ?? { blockNumber: range.fromBlock, txIndex: BEFORE })),
      );
    const keep = keeps === 'first' ? first : latest;
    const kept = scopedToLifetime ? withinLifetimes(steps, this.lifetimes, keep) : keep(steps);
    return factSource.kind === 'build' ? this.#withoutFalseCode(kept) : kept;
  }

  /** What code says is not known from a contradicted code on: up to the next one, or for ever. */
  #withoutFalseCode(steps: readonly Step[], isForEver = false): readonly Step[] {
    const { fromBlock } = this.context.range;
    const changes = this.#code.filter(({ isInitial }) => !isInitial);
    return this.#falseCode.reduce((kept, { blockNumber, value }) => {
      const end = endOf(blockNumber);
      const begin = changes.findLast((row) => isBefore(row, end));
      const next = isForEver ? undefined : changes.find((row) => isBefore(end, row));
      return withheldBetween(kept, value!, begin ?? { blockNumber: fromBlock, txIndex: BEFORE }, next);
    }, steps);
  }

  #withEvidence(source: SourceId, key: string, hashOf: (block: number) => string): readonly FactInterval[] {
    const { source: factSource } = this.context.catalog.sources[source]!;
    const changes = this.#changesOf(source, key);
    if (factSource.kind === 'view') {
      const data = factSource.returns.endsWith('[]') ? key.slice(0, -HEX_OF_ADDRESS) : key;
      return intervalsOf(
        changes,
        key,
        ({ blockNumber }) => [`view:1:${hashOf(blockNumber)}:${this.subject}:${data}`],
        NOTHING,
      );
    }
    if (factSource.kind === 'delegation') {
      const selector = selectorNamed(key);
      const call = selector === undefined ? '' : `:${selector}`;
      return intervalsOf(
        changes,
        key,
        ({ blockNumber }) => [`delegation:1:${hashOf(blockNumber)}:${this.subject}${call}`],
        NOTHING,
      );
    }
    if (!isState(factSource))
      return intervalsOf(
        changes,
        key,
        (step) => witnessesOf(step, factSource.kind, hashOf(step.blockNumber)),
        ({ blockNumber, txIndex }) =>
          OF_BLOCKS.has(factSource.kind) ? undefined : `tx:1:${hashOf(blockNumber)}:${txIndex}`,
      );
    // The evidence is the state at the end of the block in which the value began.
    const place = isCode(factSource) ? this.subject : `${this.subject}:${slotOf(factSource.slot)}`;
    const kind = isCode(factSource) ? 'code' : 'slot';
    return intervalsOf(
      changes,
      key,
      ({ blockNumber, seenAt }) => (seenAt ?? [blockNumber]).map((at) => `${kind}:1:${hashOf(at)}:${place}`),
      ({ blockNumber, txIndex }) => (txIndex < 0 ? undefined : `tx:1:${hashOf(blockNumber)}:${txIndex}`),
    );
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

  /** Undefined while it is not known. */
  #openedWithContract(): boolean | undefined {
    if (this.context.isBeginning) return false;
    const [row] = this.#code;
    if (row === undefined) return undefined;
    // Before code is set nothing can have been there, and no contract before a delegation.
    return row.isInitial ? isContract(row.value) : isDestroyed(row.value) && !hasHash(row.value);
  }
}

const endOf = (blockNumber: number): TxPosition => ({ blockNumber, txIndex: NEVER });

/** Whether the state at the end of a block has it. */
function isState(source: FactSource): source is CodeSource | BuildSource | StorageSource {
  return isCode(source) || source.kind === 'storage';
}

function isCode(source: FactSource): source is CodeSource | BuildSource {
  return source.kind === 'code' || source.kind === 'build';
}

function nameOf(source: SourceId, key: string): SourceId | string {
  return key === '' ? source : `${source} ${key}`;
}

function withInitialRows(rows: readonly FactRow[], { fromBlock }: BlockRange): readonly FactRow[] {
  const happened = rows.filter(({ isInitial }) => !isInitial);
  const [initial] = rows;
  return initial?.isInitial
    ? [{ ...initial, blockNumber: fromBlock, txIndex: BEFORE }, ...happened]
    : happened;
}

/** The refs of what happened, whose kind and place say where it is unless the row names it. */
function witnessesOf({ evidence, txIndex, ordinal }: Step, kind: string, hash: string): readonly string[] {
  switch (kind) {
    case 'header':
      return [`header:1:${hash}`];
    case 'withdrawal':
      return [`withdrawal:1:${hash}:${ordinal}`];
    case 'tx':
      return [`tx:1:${hash}:${txIndex}`];
    case 'log':
    case 'log_state':
      return [`log:1:${hash}:${txIndex}:${ordinal}`];
    default:
      return evidence.map((ref) => ref.replace(OWN_BLOCK, hash));
  }
}
