import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog, Definition } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { type BlockRange, type BlockRanges, rangeWith } from '../../domain/interval/block-range.js';
import { type BlockRecords, recordsOf } from '../model/block-records.js';
import { MAX_CHANGES } from '../model/change-bound.js';
import type { DefinitionIndex, EngineStore, RequestedRead, StoredReadResult } from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import { FoldedFacts } from '../model/fold.js';
import type { Segment, UndecidedInterval } from '../model/segment.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { AddedRows } from './added-rows.js';
import { BLOCKS_UNTIL_RETRY, initialStateRead } from './initial-state-read.js';
import { Needs } from './needs.js';
import { Prefilter } from './prefilter.js';
import { SubjectMemory } from './subject-memory.js';
import { type Folder, SubjectState } from './subject-state.js';

export interface Claims {
  readonly segments: readonly Segment[];
  readonly undecided: readonly UndecidedInterval[];
}

const NO_CLAIMS: Claims = { segments: [], undecided: [] };

/** How much addresses in memory weigh at most, in rows. A row takes about 200 bytes. */
export const REMEMBERED_ROWS = 200_000;
const REMEMBERED_HASHES = 100_000;

/**
 * Facts and claims of addresses, bindings and block hashes, in memory. A read of what is not loaded returns undefined and adds it to the
 * reader's needs; `load` fetches them in one batch.
 */
export class SubjectCache {
  readonly #memory: SubjectMemory;
  readonly #hashes = new Map<number, string>();
  readonly #indexes: ReadonlyMap<string, DefinitionIndex>;
  readonly #records: ReadonlyMap<string, BlockRecords>;
  readonly #prefilter: Prefilter;
  readonly #added: AddedRows;

  constructor(
    private readonly catalog: Catalog,
    private readonly bindings: ReadonlyMap<string, Binding>,
    readonly triggers: TriggerIndex,
    private readonly firstBlock: number,
    private readonly rangesOf: (records: BlockRecords) => BlockRanges,
    remembered = REMEMBERED_ROWS,
  ) {
    this.#memory = new SubjectMemory(remembered);
    this.#prefilter = new Prefilter(catalog, bindings, (source) => triggers.isLoadedByKey(source));
    this.#added = new AddedRows(catalog, triggers, this.#folder);
    this.#indexes = new Map(catalog.definitions.map(({ id }, at) => [id, at]));
    this.#records = new Map(catalog.definitions.map((definition) => [definition.id, recordsOf(definition)]));
  }

  indexOf(id: string): DefinitionIndex {
    return this.#indexes.get(id)!;
  }

  definition(index: DefinitionIndex): Definition {
    return this.catalog.definitions[index]!;
  }

  binding(id: string): Binding {
    return this.bindings.get(id)!;
  }

  /** A loaded address. */
  subject(address: Address): SubjectState | undefined {
    return this.#memory.get(address);
  }

  #needed(address: Address, needs: Needs): SubjectState | undefined {
    const state = this.subject(address);
    if (state === undefined) needs.subjects.add(address);
    return state;
  }

  facts(
    address: Address,
    range: BlockRange,
    source: SourceId,
    key: string | undefined,
    block: number,
    needs: Needs,
  ): FoldedFacts | undefined {
    const state = this.#needed(address, needs);
    if (state === undefined) return undefined;
    if (!this.triggers.isLoadedByKey(source)) return state.facts(range, this.#folder);
    if (this.triggers.isView(source)) return this.#view(state, range, source, key!, block, needs);
    const wanted = { subject: address, source, key: key ?? '' };
    if (state.hasKey(wanted)) return state.factsOfKey(wanted, range, this.#folder);
    needs.addKey(wanted);
    return undefined;
  }

  /** Facts of a loaded address, without sources that are loaded key by key. */
  factsIn(address: Address, range: BlockRange): FoldedFacts {
    return this.#memory.get(address)!.facts(range, this.#folder);
  }

  #view(
    state: SubjectState,
    range: BlockRange,
    source: SourceId,
    key: string,
    block: number,
    needs: Needs,
  ): FoldedFacts | undefined {
    const wanted = { subject: state.address, source, key, from: block };
    const facts = state.factsOfView(wanted, range, this.#folder);
    if (facts === undefined) needs.addKey(wanted);
    return facts;
  }

  claims(id: string, address: Address, needs: Needs): Claims | undefined {
    const state = this.#needed(address, needs);
    if (state === undefined) return undefined;
    const index = this.indexOf(id);
    const segments = state.segments.get(index);
    const undecided = state.undecided.get(index);
    return segments || undecided ? { segments: segments ?? [], undecided: undecided ?? [] } : NO_CLAIMS;
  }

  /**
   * The range of a definition that contains a block. It may be longer than that of a definition that needs
   * more records.
   */
  rangeOf(id: string, block: number): BlockRange {
    return rangeWith(this.rangesOf(this.#records.get(id)!), block)!;
  }

  /** Where the initial state of a range is unknown, claims about untouched addresses are evaluated on demand. */
  mustBeEvaluated(id: string, address: Address, range: BlockRange): boolean {
    const index = this.indexOf(id);
    return this.#mayWait(index, range) && !this.#memory.get(address)!.wasEvaluated(index, range.fromBlock);
  }

  /** Records that a definition was evaluated for an address, where other evaluations may need to know. */
  noteEvaluated(index: DefinitionIndex, state: SubjectState, range: BlockRange): void {
    if (this.#mayWait(index, range)) state.noteEvaluated(index, range.fromBlock);
  }

  #mayWait(index: DefinitionIndex, { fromBlock }: BlockRange): boolean {
    if (fromBlock === this.firstBlock) return false;
    const { id, requires } = this.definition(index);
    return requires.includes('state_diff') && this.triggers.isReadAcrossSubjects(id);
  }

  answers(address: Address, needs: Needs): readonly StoredReadResult[] | undefined {
    return this.#needed(address, needs)?.answers;
  }

  /** What `initialStateRead` gives for a loaded address; undefined for others. */
  initialStateRead(address: Address, source: SourceId, range: BlockRange): RequestedRead | undefined {
    const state = this.#memory.get(address);
    return state && initialStateRead(state, state.facts(range, this.#folder), source, range, this.triggers);
  }

  /**
   * Whether to request the read. False where an earlier request, as far as memory knows, gets the same
   * answer.
   */
  isNewRead({ subject, what, block, openedAt }: RequestedRead): boolean {
    if (openedAt === undefined) return true;
    return this.subject(subject)!.noteRequested(`${what} ${openedAt}`, block, BLOCKS_UNTIL_RETRY);
  }

  blockHash(number: number, needs: Needs): string | undefined {
    const hash = this.#hashes.get(number);
    if (hash === undefined) needs.hashes.add(number);
    return hash;
  }

  readonly #folder: Folder = (rows, subject, range) => {
    this.#memory.noteInStep(subject);
    return new FoldedFacts(rows, subject, {
      catalog: this.catalog,
      range,
      isBeginning: range.fromBlock === this.firstBlock,
    });
  };

  learnHash(number: number, hash: Hash): void {
    this.#hashes.set(number, hash);
  }

  async load(needs: Needs, store: EngineStore): Promise<void> {
    const subjects = [...needs.subjects];
    const keys = [...needs.keys.values()];
    const hashes = [...needs.hashes];
    if (hashes.length > 0)
      (await store.blockHashes(hashes)).forEach((hash, at) => {
        this.#hashes.set(hashes[at]!, hash);
      });
    if (subjects.length > 0) {
      const stored = await store.subjects(subjects);
      // Two callers may load an address at once. The first copy stays, because it may have changed since.
      for (const address of subjects)
        if (this.subject(address) === undefined)
          this.#memory.add(new SubjectState(address, stored.get(address)));
    }
    if (keys.length > 0)
      (await store.keys(keys)).forEach((rows, at) => {
        const { [at]: key } = keys;
        const state = this.#memory.get(key!.subject)!;
        this.#memory.noteInStep(key!.subject);
        if (this.triggers.isView(key!.source)) state.addView(key!, rows);
        else state.addKey(key!, rows);
      });
  }

  /**
   * Whether evaluating a loaded address may change anything: its facts allow a claim, or a stored claim may
   * have to go.
   */
  mayHold(definition: DefinitionIndex, state: SubjectState, range: BlockRange): boolean {
    return (
      state.mayHaveClaim(definition) ||
      this.#prefilter.mayHold(definition, state, state.facts(range, this.#folder))
    );
  }

  /** Loads those addresses that are not in memory. */
  async loadSubjects(addresses: Iterable<Address>, store: EngineStore): Promise<void> {
    const needs = new Needs();
    for (const address of addresses) this.#needed(address, needs);
    await this.load(needs, store);
  }

  /** Adds rows to an address, as in `AddedRows`; all rows of one that is not loaded are to be stored. */
  addRows(
    address: Address,
    rows: readonly FactRow[],
    ranges: BlockRanges,
    first: number,
  ): readonly FactRow[] {
    const state = this.subject(address);
    return state === undefined ? rows : this.#added.add(state, rows, ranges, first);
  }

  /** Adds a state-read result to a loaded address. */
  addInitialState(row: FactRow): void {
    this.#memory.get(row.subject)!.addRows([row], ({ source }) => this.triggers.isLoadedByKey(source));
  }

  /**
   * The sources of a loaded address that have facts and are scoped to its code; all scoped ones once the code
   * changes too often.
   */
  scopedSourcesOf(address: Address): readonly SourceId[] {
    const { rows } = this.#memory.get(address)!;
    const [code] = this.triggers.codeSources;
    const isOften =
      rows.length > MAX_CHANGES && rows.filter(({ source }) => source === code).length > MAX_CHANGES;
    const relevant = isOften ? this.catalog.sources.keys() : new Set(rows.map(({ source }) => source));
    return [...relevant].filter((source) => this.triggers.isScopedToLifetime(source));
  }

  /** Called when ranges have been joined: folds made of the rows of one are not those of both. */
  refold(): void {
    this.#memory.refold();
  }

  /** Drops addresses, so that they are loaded again. */
  forget(addresses: readonly Address[]): void {
    this.#memory.forget(addresses);
  }

  /** Bounds memory. Called between two steps. */
  trim(): void {
    // Results of view calls may have changed.
    this.#memory.endStep();
    if (this.#hashes.size > REMEMBERED_HASHES) this.#hashes.clear();
  }

  reset(): void {
    this.#memory.clear();
    this.#hashes.clear();
  }
}
