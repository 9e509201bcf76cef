import type { Binding } from '../../definition/binding/binding.js';
import { isExecuted } from '../../definition/catalog/describe-source.js';
import type { Catalog, CatalogSource, Definition } from '../../definition/model/definition.js';
import {
  type AnyOperands,
  comparedOf,
  type Predicate,
  type SourceId,
} from '../../definition/model/predicate.js';
import { NAMED_CALL } from '../../domain/chain/codec/observed-delegation.js';
import { selectorOf } from '../../domain/chain/codec/view-value.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { codeRowsSource } from './code-sources.js';
import type { DefinitionIndex } from './engine-store.js';
import { slotOf } from './slots.js';

const SELECTOR_CHARACTERS = 10;
/** In place of call data, where the delegation of a contract is observed. */
const NO_CALL = '0x';
const NONE: readonly never[] = [];

/** A binding entry that begins or ends at a block. */
export interface MembershipChange {
  readonly block: number;
  readonly binding: string;
  readonly key: string;
}

/** The address that a key of a registry names, where definitions look their subject up in it. */
export function namedSubject(key: string): Address {
  return key as Address;
}

/** Which definitions a change concerns: compiled once from the catalog. */
export class TriggerIndex {
  /** By source: definitions that read it for their own subject. */
  readonly #bySource: (readonly DefinitionIndex[])[];
  readonly #byDependency = new Map<string, DefinitionIndex[]>();
  /** By binding: definitions that look up their own subject. */
  readonly #byBinding = new Map<string, DefinitionIndex[]>();
  readonly #byCall: DefinitionIndex[] = [];
  readonly #loadedByKey = new Set<SourceId>();
  /** Ids of definitions whose claims are also read for other addresses. */
  readonly #readAcrossSubjects = new Set<string>();
  readonly #sourcesReadAcrossSubjects = new Set<SourceId>();
  /** First the source under which rows of code are stored. */
  readonly codeSources: readonly SourceId[];
  readonly #changes: readonly MembershipChange[];
  readonly #bySelector = new Map<string, SourceId[]>();
  readonly recallSources: readonly SourceId[];
  readonly settings: readonly SourceId[];
  readonly scoped: readonly SourceId[];

  constructor(
    private readonly catalog: Catalog,
    bindings: ReadonlyMap<string, Binding>,
  ) {
    const bySource = catalog.sources.map(() => new Set<DefinitionIndex>());
    const contract = codeRowsSource(catalog);
    const codes = catalog.sources.flatMap(({ source }, id) => (source.kind === 'code' ? [id] : []));
    this.codeSources = codes.sort((a, b) => Number(b === contract) - Number(a === contract) || a - b);
    this.recallSources = catalog.sources.flatMap((source, id) => (isRecallSource(source) ? [id] : []));
    this.scoped = catalog.sources.flatMap(({ scopedToLifetime }, id) => (scopedToLifetime ? [id] : []));
    this.settings = catalog.sources.flatMap(({ source }, id) => (source.kind === 'setting' ? [id] : []));
    catalog.sources.forEach(({ source }, id) => {
      if (!isExecuted(source)) return;
      const selectors = source.kind === 'view' ? [selectorOf(source.signature)] : [NO_CALL, NAMED_CALL];
      for (const selector of selectors)
        this.#bySelector.set(selector, [...(this.#bySelector.get(selector) ?? []), id]);
    });
    catalog.definitions.forEach((definition, index) => {
      for (const predicate of predicatesOf(definition)) this.#index(predicate, index, bySource);
    });
    this.#bySource = bySource.map((definitions) => [...definitions]);
    this.#changes = changesOf(catalog, bindings);
  }

  #index(predicate: Predicate, index: DefinitionIndex, bySource: readonly Set<DefinitionIndex>[]): void {
    const { source, at, atKey, dep, binding, read, view, delegation }: AnyOperands = predicate;
    const compared = comparedOf(predicate);
    // The other address may turn out to be the subject: an address can have created itself.
    if (source !== undefined) {
      bySource[source]!.add(index);
      // Code that is no build has no row under the source of builds.
      if (this.catalog.sources[source]!.source.kind === 'build')
        for (const code of this.codeSources.slice(0, 1)) bySource[code]!.add(index);
      if (at !== undefined) {
        this.#sourcesReadAcrossSubjects.add(source);
        // The fact intervals of the source end with the code.
        if (this.catalog.sources[source]!.scopedToLifetime)
          for (const code of this.codeSources.slice(0, 1)) this.#sourcesReadAcrossSubjects.add(code);
      }
      if (atKey !== undefined || view !== undefined || delegation !== undefined)
        this.#loadedByKey.add(source);
    }
    if (read !== undefined) {
      this.#byCall.push(index);
      const settings = read.again ? this.settings : [];
      for (const one of [...this.recallSources, ...settings]) bySource[one]!.add(index);
    }
    if (dep !== undefined) {
      add(this.#byDependency, dep, index);
      if (compared.some((one) => one.of !== 'subject')) this.#readAcrossSubjects.add(dep);
    }
    if (binding !== undefined && compared.some((one) => one.of === 'subject'))
      add(this.#byBinding, binding, index);
  }

  /** The sources that a row feeds: rows of code feed all code sources. */
  sourcesOf(source: SourceId): readonly SourceId[] {
    return this.catalog.sources[source]!.source.kind === 'code' ? this.codeSources : [source];
  }

  get sources(): readonly CatalogSource[] {
    return this.catalog.sources;
  }

  /** Definitions to evaluate again when a row of the source is added to their subject. */
  readersOf(source: SourceId): readonly DefinitionIndex[] {
    return this.#bySource[source]!;
  }

  /** Sources whose rows trigger a definition for their subject. */
  sourcesFor(definition: DefinitionIndex): readonly SourceId[] {
    const stored = this.#bySource.flatMap((readers, source) => {
      if (!readers.includes(definition)) return [];
      return this.codeSources.includes(source) ? this.codeSources.slice(0, 1) : [source];
    });
    return [...new Set(stored)];
  }

  /** Definitions to evaluate again when a claim of the same subject changes. */
  dependentsOf(id: string): readonly DefinitionIndex[] {
    return this.#byDependency.get(id) ?? [];
  }

  /** Definitions that rest on answers of the node. */
  get callers(): readonly DefinitionIndex[] {
    return this.#byCall;
  }

  /** Definitions whose subjects are looked up in the binding. */
  lookersUp(binding: string): readonly DefinitionIndex[] {
    return this.#byBinding.get(binding) ?? [];
  }

  /** Bindings that name subjects. */
  get namingBindings(): Iterable<string> {
    return this.#byBinding.keys();
  }

  isReadAcrossSubjects(id: string): boolean {
    return this.#readAcrossSubjects.has(id);
  }

  isSourceReadAcrossSubjects(source: SourceId): boolean {
    return this.#sourcesReadAcrossSubjects.has(source);
  }

  /** Sources with so many keys that keys are loaded one by one. */
  get loadedByKey(): readonly SourceId[] {
    return [...this.#loadedByKey];
  }

  isLoadedByKey(source: SourceId): boolean {
    return this.#loadedByKey.has(source);
  }

  /** Whether the rows of a source are results of view calls, observed delegations included. */
  isView(source: SourceId): boolean {
    return isExecuted(this.catalog.sources[source]!.source);
  }

  /** The sources whose view calls have this selector. @param data call data */
  viewsOf(data: Hex): readonly SourceId[] {
    return this.#bySelector.get(data.slice(0, SELECTOR_CHARACTERS)) ?? NONE;
  }

  /** Selectors of the view calls that definitions ask for, as `0x` hex. */
  get viewSelectors(): readonly string[] {
    return [...this.#bySelector.keys()];
  }

  /** Entries that begin or end within the blocks. */
  membershipChanges(from: number, to: number): readonly MembershipChange[] {
    return this.#changes.filter(({ block }) => block >= from && block <= to);
  }

  /**
   * The read that gives the initial state of a source, as `formatStateRead` writes it; undefined where no
   * read gives it.
   */
  initialStateReadOf(source: SourceId): string | undefined {
    const of = this.catalog.sources[source]!.source;
    if (of.kind === 'code' || of.kind === 'build') return formatStateRead({ kind: 'code' });
    return of.kind === 'storage' ? formatStateRead({ kind: 'slot', slot: slotOf(of.slot) }) : undefined;
  }

  /** Whether the intervals of a source begin and end with code: a dependency on it is one on the code too. */
  isScopedToLifetime(source: SourceId): boolean {
    return this.catalog.sources[source]!.scopedToLifetime;
  }

  /** The text under which dependencies name the lifetimes of an address. */
  get lifetimeText(): string {
    return this.sourceText(this.codeSources[0]!);
  }

  /** The text of a source, or of one key of it, in dependencies. */
  sourceText(source: SourceId, key = ''): string {
    const { text } = this.catalog.sources[source]!;
    return key === '' || key === NO_CALL ? text : `${text} ${key}`;
  }
}

export function predicatesOf({ families }: Definition): readonly Predicate[] {
  return families.flatMap(({ facts, negativeControls }) => [...facts, ...negativeControls]);
}

function isRecallSource({ source }: CatalogSource): boolean {
  return source.kind === 'code'
    ? source.register === 'contract'
    : source.kind === 'storage' && source.slot === 'eip1967_implementation';
}

function changesOf(catalog: Catalog, bindings: ReadonlyMap<string, Binding>): MembershipChange[] {
  const used = new Set(catalog.definitions.flatMap((definition) => definition.bindings));
  const changes: MembershipChange[] = [];
  for (const id of used) {
    for (const [key, intervals] of bindings.get(id)!.members) {
      for (const { from, until } of intervals) {
        if (from > 0) changes.push({ block: from, binding: id, key });
        if (until !== undefined) changes.push({ block: until + 1, binding: id, key });
      }
    }
  }
  return changes.sort((a, b) => a.block - b.block);
}

function add<Key>(map: Map<Key, DefinitionIndex[]>, key: Key, index: DefinitionIndex): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, [index]);
  else if (!found.includes(index)) found.push(index);
}
