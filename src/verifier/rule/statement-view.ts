import type { Binding } from '../../definition/binding/binding.js';
import type { CatalogSource } from '../../definition/model/definition.js';
import type { FactSource } from '../../definition/model/fact-source.js';
import type { SourceId } from '../../definition/model/predicate.js';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import type {
  CallResult,
  CurrentClaim,
  CurrentMembership,
  FactInterval,
  NoMembership,
  StateView,
} from '../../evaluator/model/state-view.js';
import type { BundledProof, StatedHolding, Statement } from '../bundle/bundle.schema.js';
import { entriesAt, membershipAt } from './membership-at.js';
import { ReadingBudget } from './reading-budget.js';

/** The bundle lacks a registry that a proof looks up. */
export class MissingBinding extends Error {
  override readonly name = 'MissingBinding';
  constructor(readonly id: string) {
    super(`binding ${id} is not in the bundle`);
  }
}

/**
 * Something that an evaluation read and the statement does not have: a fact of an address, a key of it, or a
 * claim.
 */
export type Absence =
  | { readonly address: Address; readonly source: FactSource; readonly key?: string }
  | { readonly address: Address; readonly claim: string };

export interface StatedParts {
  readonly block: number;
  readonly proof: BundledProof;
  readonly proofs: Readonly<Record<string, BundledProof>>;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly sources: readonly CatalogSource[];
}

/** The stated facts of one source of an address. */
interface StatedFacts {
  readonly all: readonly StatedHolding[];
  /** Facts ascending by key; sorted when they are first read. */
  ascending?: readonly StatedHolding[];
  readonly byKey: ReadonlyMap<string, StatedHolding>;
  /** Number of characters of all facts. */
  readonly length: number;
}

const NOTHING_STATED: StatedFacts = { all: [], byKey: new Map(), length: 0 };
/** Number of characters that an entry of a registry counts for. */
const CHARACTERS_OF_ENTRY = 64;

/**
 * The state at the bundle's block according to one statement: what is not stated does not exist. It records reads, so that a statement with
 * unused parts can be refused.
 */
export class StatementView implements StateView {
  readonly block: number;
  readonly rangeStart: number;
  readonly #asked = new Set<object>();
  readonly #bindings = new Set<string>();
  readonly #absences = new Map<string, Absence>();
  /** Facts by address and source. */
  readonly #facts: ReadonlyMap<string, StatedFacts>;
  readonly #formerly: ReadonlyMap<string, Statement['formerly'][number]>;
  readonly #claims: ReadonlyMap<string, Statement['claims'][number]>;
  readonly #lapsed: ReadonlyMap<string, Statement['lapsed'][number]>;
  readonly #answers: ReadonlyMap<string, Statement['answers'][number]>;

  /** @param budget is shared by all statements of a bundle */
  constructor(
    private readonly statement: Omit<Statement, 'digest'>,
    private readonly parts: StatedParts,
    private readonly budget = new ReadingBudget(),
  ) {
    const { rangeStart, holdings, formerly, claims, lapsed, answers } = statement;
    this.block = parts.block;
    this.rangeStart = rangeStart;
    this.#facts = factsBySource(holdings);
    this.#formerly = firstBy(formerly, ({ address, source, key }) =>
      endName(address, canonicalJson(source), key),
    );
    this.#claims = firstBy(claims, ({ proof }) => {
      const { attributeId, subject } = parts.proofs[proof] ?? {};
      return `${attributeId} ${subject}`;
    });
    this.#lapsed = firstBy(lapsed, ({ id, address }) => `${id} ${address}`);
    this.#answers = firstBy(answers, ({ address, call, since }) => `${address} ${call} ${since}`);
  }

  /** Parts of the statement that were not read. */
  unasked(): readonly object[] {
    const { holdings, formerly, claims, lapsed, answers } = this.statement;
    return [...holdings, ...formerly, ...claims, ...lapsed, ...answers].filter(
      (one) => !this.#asked.has(one),
    );
  }

  wasAsked(stated: object): boolean {
    return this.#asked.has(stated);
  }

  get askedBindings(): ReadonlySet<string> {
    return this.#bindings;
  }

  /** Reads for which the statement has nothing. */
  get absences(): readonly Absence[] {
    return [...this.#absences.values()];
  }

  /** Whether two stated facts have the same key of the same source, of which only one can hold. */
  get statesTwice(): boolean {
    return [...this.#facts.values()].some(({ all, byKey }) => byKey.size < all.length);
  }

  fact(address: Address, source: SourceId, key?: string): FactInterval | undefined {
    const { all, byKey } = this.#of(address, source);
    const found = byKey.get(key ?? '');
    // Without a key any fact of a keyed source answers the read, so there is no absence.
    if (found === undefined && (key !== undefined || all.length === 0)) this.#noFact(address, source, key);
    return found;
  }

  /** Those of which nothing is stated need not be absent: another one passed. */
  withFacts(addresses: readonly Address[], source: SourceId): readonly Address[] {
    const { text } = this.parts.sources[source]!;
    return addresses.filter((address) => this.#facts.has(`${address} ${text}`));
  }

  factsByKey(address: Address, source: SourceId, call = ''): readonly FactInterval[] {
    const stated = this.#of(address, source);
    this.budget.spend(stated.length);
    stated.ascending ??= stated.all.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    // The key of an element is the call data and the element: with longer call data it is of another call.
    const found =
      call === ''
        ? stated.ascending
        : stated.ascending.filter(({ key, value }) => key === call + String(value).slice(2));
    if (found.length === 0) this.#noFact(address, source);
    return found;
  }

  /**
   * Keys of an older contract that are not known only leave other claims undecided. They do not change a
   * proven claim.
   */
  isOlder(): boolean {
    return false;
  }

  lastFactEnd(address: Address, source: SourceId, key?: string): number | undefined {
    const text = this.parts.sources[source]!.text;
    return this.#take(this.#formerly.get(endName(address, text, key)))?.last;
  }

  answer(address: Address, callData: Hex, firstAskedAt: number): CallResult | 'unknown' {
    return this.#take(this.#answers.get(`${address} ${callData} ${firstAskedAt}`)) ?? 'unknown';
  }

  claim(id: string, address: Address): CurrentClaim | undefined {
    const stated = this.#take(this.#claims.get(`${id} ${address}`));
    if (stated === undefined) {
      this.#absences.set(`${id} ${address}`, { address, claim: id });
      return undefined;
    }
    const { proof, intervalStart } = stated;
    const { referenceBlock, value } = this.parts.proofs[proof]!;
    return { proofHash: proof, referenceBlock, intervalStart, ...(value === undefined ? {} : { value }) };
  }

  lastClaim(id: string, address: Address): number | undefined {
    return this.#take(this.#lapsed.get(`${id} ${address}`))?.last;
  }

  membership(
    id: string,
    key: string,
  ): { readonly member: CurrentMembership } | { readonly none: NoMembership } {
    const binding = this.#binding(id);
    this.budget.spend(CHARACTERS_OF_ENTRY * (binding.members.get(key)?.length ?? 0));
    return membershipAt(binding, key, this.block);
  }

  entries(id: string): Iterable<readonly [string, CurrentMembership]> {
    const binding = this.#binding(id);
    this.budget.spend(CHARACTERS_OF_ENTRY * binding.members.size);
    return entriesAt(binding, this.block);
  }

  blockHash(number: number): string {
    const { referenceBlock, referenceBlockHash } = this.parts.proof;
    return number === referenceBlock ? referenceBlockHash : '';
  }

  #of(address: Address, source: SourceId): StatedFacts {
    const stated = this.#facts.get(`${address} ${this.parts.sources[source]!.text}`) ?? NOTHING_STATED;
    if (stated.all[0] && !this.#asked.has(stated.all[0])) for (const one of stated.all) this.#take(one);
    return stated;
  }

  #noFact(address: Address, source: SourceId, key?: string): void {
    const { source: of, text } = this.parts.sources[source]!;
    const absence = { address, source: of, ...(key !== undefined && { key }) };
    this.#absences.set(`${address} ${key ?? ''} ${text}`, absence);
  }

  #take<One extends object>(stated: One | undefined): One | undefined {
    if (stated) this.#asked.add(stated);
    return stated;
  }

  #binding(id: string): Binding {
    this.#bindings.add(id);
    const binding = this.parts.bindings.get(id);
    if (binding === undefined) throw new MissingBinding(id);
    return binding;
  }
}

function factsBySource(holdings: readonly StatedHolding[]): ReadonlyMap<string, StatedFacts> {
  const grouped = new Map<string, StatedHolding[]>();
  for (const one of holdings) {
    const source = `${one.address} ${canonicalJson(one.source)}`;
    const known = grouped.get(source);
    if (known) known.push(one);
    else grouped.set(source, [one]);
  }
  return new Map([...grouped].map(([source, all]) => [source, statedFacts(all)]));
}

function statedFacts(all: readonly StatedHolding[]): StatedFacts {
  const length = all.reduce((sum, one) => sum + canonicalJson(one).length, 0);
  return { all, byKey: firstBy(all, ({ key }) => key), length };
}

const endName = (address: Address, source: string, key: string | undefined): string =>
  `${address} ${source} ${key ?? ''} ${key === undefined}`;

/** The first element of each name. */
function firstBy<One>(all: readonly One[], nameOf: (one: One) => string): ReadonlyMap<string, One> {
  const found = new Map<string, One>();
  for (const one of all) {
    const name = nameOf(one);
    if (!found.has(name)) found.set(name, one);
  }
  return found;
}
