import type { Catalog, SourceId } from '../../definition/catalog/definition.js';
import type { FactInterval } from '../../evaluator/state/state-view.js';
import type { BlockRange } from '../../kernel/interval/block-range.js';
import { codeSteps } from './code-sources.js';
import type { FactRow } from './fact-row.js';
import { hasHash, isContract, isDestroyed, type Lifetime, lifetimesOf } from './lifetimes.js';
import { slotOf } from './slots.js';
import {
  first,
  happened,
  intervalsOf,
  latest,
  type Step,
  withInitialState,
  withinLifetimes,
} from './steps.js';

const NEVER = Number.POSITIVE_INFINITY;
const OF_TRANSACTIONS = new Set(['log', 'frame', 'tx']);
const NONE: readonly never[] = [];

export interface FoldContext {
  readonly catalog: Catalog;
  readonly range: BlockRange;
  /** Whether nothing was there before the range: it begins with the chain. */
  readonly isBeginning: boolean;
  /** `0x` hex, or `''` while it is not known. */
  readonly blockHash: (number: number) => string;
}

/** The registers of one address within one range, each folded when it is first asked for. */
export class FoldedFacts {
  readonly #bySource = new Map<SourceId, Map<string, FactRow[]>>();
  /** By source, and key where there is one. */
  readonly #intervals = new Map<SourceId | string, readonly FactInterval[]>();
  readonly #code: readonly FactRow[];
  #lifetimes: readonly Lifetime[] | undefined;
  #lacksHash = false;

  /** @param rows all of the address within the range, in order, openings before what happened in their block */
  constructor(
    rows: readonly FactRow[],
    private readonly subject: string,
    private readonly context: FoldContext,
  ) {
    for (const row of rows) {
      let keys = this.#bySource.get(row.source);
      if (!keys) {
        keys = new Map();
        this.#bySource.set(row.source, keys);
      }
      const known = keys.get(row.key);
      if (known) known.push(row);
      else keys.set(row.key, [row]);
    }
    const code = codeRowsSource(context.catalog);
    this.#code = code === undefined ? [] : (this.#bySource.get(code)?.get('') ?? []);
  }

  intervals(source: SourceId, key: string): readonly FactInterval[] {
    // Most registers that definitions ask for were never written.
    if (!this.#hasRows(source)) return NONE;
    const name = key === '' ? source : `${source} ${key}`;
    let intervals = this.#intervals.get(name);
    if (intervals === undefined) {
      this.#lacksHash = false;
      intervals = this.#fold(source, key);
      if (!this.#lacksHash) this.#intervals.set(name, intervals);
    }
    return intervals;
  }

  /** False where nothing of the register was held at any block of the range, and that is known. */
  mayHaveFact(source: SourceId): boolean {
    const { kind } = this.context.catalog.sources[source]!.source;
    const wasWritten = kind === 'code' ? this.intervals(source, '').length > 0 : this.#bySource.has(source);
    return wasWritten || this.knownFrom(source) > this.context.range.fromBlock;
  }

  /** Whether a row could tell how the register was when the range opened. */
  mayGiveInitialState(source: SourceId, key: string): boolean {
    return !this.context.isBeginning && !this.#bySource.get(source)?.has(key);
  }

  keys(source: SourceId): readonly string[] {
    return this.context.catalog.sources[source]!.keyed
      ? [...(this.#bySource.get(source)?.keys() ?? [])].sort()
      : [''];
  }

  /** First block at whose end the register is known; beyond every range while its opening is not known. */
  knownFrom(source: SourceId): number {
    const { source: factSource } = this.context.catalog.sources[source]!;
    const isRedeployed = factSource.kind === 'code' && factSource.register === 'redeployed';
    // A contract that was there before, and of which only the end is known, may have had other code than later ones.
    if (isRedeployed && this.#lacksFirstHash()) return this.intervals(source, '')[0]?.start ?? NEVER;
    return this.changedFrom(source);
  }

  /** First block at whose end the register may be another than at the opening, while that is not known; otherwise the range's first. */
  changedFrom(source: SourceId): number {
    const { isBeginning, range, catalog } = this.context;
    const { source: factSource } = catalog.sources[source]!;
    if (isBeginning || (factSource.kind !== 'code' && factSource.kind !== 'storage')) return range.fromBlock;
    if (factSource.kind === 'code') return this.#codeKnownFrom();
    const [before] = this.lifetimes;
    // Without a contract there is no slot to know of.
    if (before === undefined || before.begin !== undefined) return range.fromBlock;
    if (this.#givenInitialState(this.#bySource.get(source)?.get('') ?? [])) return range.fromBlock;
    return before.end?.block ?? NEVER;
  }

  get lifetimes(): readonly Lifetime[] {
    this.#lifetimes ??= lifetimesOf(this.#code, this.#openedWithContract());
    return this.#lifetimes;
  }

  #hasRows(source: SourceId): boolean {
    return this.context.catalog.sources[source]!.source.kind === 'code'
      ? this.#code.length > 0
      : this.#bySource.has(source);
  }

  #fold(source: SourceId, key: string): readonly FactInterval[] {
    const { keeps, scopedToLifetime, source: factSource } = this.context.catalog.sources[source]!;
    const { range } = this.context;
    if (factSource.kind === 'code') {
      const steps = latest(codeSteps(withInitialRows(this.#code, range), factSource.register));
      return this.#current(steps, key, (at) => `code:1:${this.#hashOf(at)}:${this.subject}`);
    }
    const rows = this.#bySource.get(source)?.get(key) ?? [];
    if (rows.length === 0) return NONE;
    const steps =
      factSource.kind === 'storage' && !this.#givenInitialState(rows)
        ? happened(rows)
        : withInitialState(rows, range);
    const keep = keeps === 'first' ? first : latest;
    const changes = scopedToLifetime ? withinLifetimes(steps, this.lifetimes, keep) : keep(steps);
    return factSource.kind === 'storage'
      ? this.#current(
          changes,
          key,
          (at) => `slot:1:${this.#hashOf(at)}:${this.subject}:${slotOf(factSource.slot)}`,
        )
      : intervalsOf(changes, key, ({ evidence }) => evidence, witnessTransaction);
  }

  /** Of state, whose evidence is the state at the end of the block in which it began to be so. */
  #current(changes: readonly Step[], key: string, ref: (block: number) => string): FactInterval[] {
    return intervalsOf(
      changes,
      key,
      ({ block, seenAt }) => (seenAt ?? [block]).map(ref),
      ({ block, txIndex }) => (txIndex < 0 ? undefined : `tx:1:${this.#hashOf(block)}:${txIndex}`),
    );
  }

  #hashOf(block: number): string {
    const hash = this.context.blockHash(block);
    if (hash === '') this.#lacksHash = true;
    return hash;
  }

  /** Whether the first row tells of the contract that was there when the range opened, and not of a later one. */
  #givenInitialState([initial]: readonly FactRow[]): boolean {
    if (!initial?.isInitial) return false;
    const end = this.lifetimes[0]?.end;
    return (
      end === undefined ||
      initial.block < end.block ||
      (initial.block === end.block && initial.txIndex <= end.txIndex)
    );
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
    return row.isInitial || hasHash(row.value) ? this.context.range.fromBlock : row.block;
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

/** Rows of code tell of all its registers, and are stored once: as rows of the one of contracts, where there is one. */
export function codeRowsSource({ sources }: Catalog): SourceId | undefined {
  const contract = sources.findIndex(
    ({ source }) => source.kind === 'code' && source.register === 'contract',
  );
  const at = contract === -1 ? sources.findIndex(({ source }) => source.kind === 'code') : contract;
  return at === -1 ? undefined : at;
}

function withInitialRows(rows: readonly FactRow[], { fromBlock }: BlockRange): readonly FactRow[] {
  const happened = rows.filter(({ isInitial }) => !isInitial);
  const [initial] = rows;
  return initial?.isInitial ? [{ ...initial, block: fromBlock, txIndex: -2 }, ...happened] : happened;
}

/** The transaction of a witness that is a log, a frame or a transaction; none of a header or a withdrawal. */
function witnessTransaction({ txIndex, evidence }: Step): string | undefined {
  const [kind = '', , hash = ''] = evidence[0]?.split(':') ?? [];
  return OF_TRANSACTIONS.has(kind) ? `tx:1:${hash}:${txIndex}` : undefined;
}
