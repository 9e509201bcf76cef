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

/** A registry that a proof looks up and that its bundle lacks. */
export class MissingBinding extends Error {
  override readonly name = 'MissingBinding';
  constructor(readonly id: string) {
    super(`binding ${id} is not in the bundle`);
  }
}

/** A missing part of the statement that an evaluation read: a fact of an address, one of its keys, or a claim. */
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
  readonly #intervals = new Map<string, StatedHolding[]>();

  constructor(
    private readonly statement: Omit<Statement, 'digest'>,
    private readonly parts: StatedParts,
  ) {
    this.block = parts.block;
    this.rangeStart = statement.rangeStart;
    for (const one of statement.holdings) {
      const source = `${one.address} ${canonicalJson(one.source)}`;
      const known = this.#intervals.get(source);
      if (known) known.push(one);
      else this.#intervals.set(source, [one]);
    }
  }

  /** Unused parts of the statement. */
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

  /** Reads without a statement. */
  get absences(): readonly Absence[] {
    return [...this.#absences.values()];
  }

  /** Whether two stated facts have the same key of the same source; only one of them can hold. */
  get statesTwice(): boolean {
    return [...this.#intervals.values()].some((all) => new Set(all.map(({ key }) => key)).size < all.length);
  }

  fact(address: Address, source: SourceId, key?: string): FactInterval | undefined {
    const all = this.#of(address, source);
    const found = all.find((one) => one.key === (key ?? ''));
    // Any key of a keyed source may be read.
    if (found === undefined && (key !== undefined || all.length === 0)) this.#noFact(address, source, key);
    return found;
  }

  factsByKey(address: Address, source: SourceId, call = ''): readonly FactInterval[] {
    // Of a call the key is all of its data, and the element: longer data is another call.
    const all = this.#of(address, source).filter(
      ({ key, value }) => call === '' || key === call + String(value).slice(2),
    );
    if (all.length === 0) this.#noFact(address, source);
    return [...all].sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** Missing members change nothing of what is proven. */
  isOlder(): boolean {
    return false;
  }

  lastFactEnd(address: Address, source: SourceId, key?: string): number | undefined {
    const text = this.parts.sources[source]!.text;
    const found = this.statement.formerly.find(
      (one) => one.address === address && one.key === key && canonicalJson(one.source) === text,
    );
    return this.#take(found)?.last;
  }

  answer(address: Address, callData: Hex, firstAskedAt: number): CallResult | 'unknown' {
    const found = this.statement.answers.find(
      (one) => one.address === address && one.call === callData && one.since === firstAskedAt,
    );
    return this.#take(found) ?? 'unknown';
  }

  claim(id: string, address: Address): CurrentClaim | undefined {
    for (const stated of this.statement.claims) {
      const proof = this.parts.proofs[stated.proof];
      if (proof?.attributeId !== id || proof.subject !== address) continue;
      this.#take(stated);
      const { referenceBlock, value } = proof;
      return {
        proofHash: stated.proof,
        referenceBlock,
        intervalStart: stated.intervalStart,
        ...(value === undefined ? {} : { value }),
      };
    }
    this.#absences.set(`${id} ${address}`, { address, claim: id });
    return undefined;
  }

  lastClaim(id: string, address: Address): number | undefined {
    return this.#take(this.statement.lapsed.find((one) => one.id === id && one.address === address))?.last;
  }

  membership(
    id: string,
    key: string,
  ): { readonly member: CurrentMembership } | { readonly none: NoMembership } {
    return membershipAt(this.#binding(id), key, this.block);
  }

  entries(id: string): Iterable<readonly [string, CurrentMembership]> {
    return entriesAt(this.#binding(id), this.block);
  }

  blockHash(number: number): string {
    const { referenceBlock, referenceBlockHash } = this.parts.proof;
    return number === referenceBlock ? referenceBlockHash : '';
  }

  #of(address: Address, source: SourceId): readonly FactInterval[] {
    const text = this.parts.sources[source]!.text;
    const found = this.#intervals.get(`${address} ${text}`) ?? [];
    for (const one of found) this.#take(one);
    return found;
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
