import type { Binding } from '../../definition/binding/binding.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { type EvidenceRef, parseRef } from '../../domain/chain/record/evidence-ref.js';
import type { StatedHolding } from '../bundle/bundle.schema.js';
import { membershipAt } from '../rule/membership-at.js';
import type { AttestationKind } from './attestation.js';
import type { EndState } from './end-state.js';
import type { EvidenceSource } from './evidence-source.js';
import { demand, Refuted } from './finding.js';
import { isBuild } from './is-build.js';

/**
 * How a ref is supported: by inclusion in the block it names, by executing the call or transaction over state that is included there or in the
 * block before, or by the word of the node that traced or answered.
 */
export type Support = 'executed' | 'merkle' | 'node';

/** One stated fact and what it is held against. */
export class FactCase {
  readonly place: string;

  constructor(
    readonly fact: StatedHolding,
    readonly source: EvidenceSource,
    readonly end: EndState,
    /** An initial state holds from the first block of the range. */
    private readonly rangeStart: number,
    private readonly bindings: ReadonlyMap<string, Binding>,
    private readonly supports: Map<string, Support>,
  ) {
    this.place = `fact ${fact.evidence[0]} of ${fact.address}`;
  }

  /** The refs of the fact, which must be of these kinds, in this order. */
  refs(...kinds: readonly string[]): readonly EvidenceRef[] {
    const { evidence } = this.fact;
    const refs = evidence.map((ref) => {
      const parsed = parseRef(ref);
      demand(parsed !== undefined, this.place, `${ref} is no ref to chain evidence`);
      return parsed;
    });
    const found = refs.map(({ kind }) => kind).join(' ');
    this.demand(found === kinds.join(' '), `its evidence is ${found}, not ${kinds.join(' ')}`);
    return refs;
  }

  demand(holds: boolean, reason: string): asserts holds {
    demand(holds, this.place, reason);
  }

  /** Several refs of one fact may be supported differently. */
  supported(ref: string, by: Support): void {
    this.supports.set(ref, by);
  }

  /** It holds only if something holds that the bundle does not show. */
  attest(kind: AttestationKind, says: string, about = this.fact.evidence[0]!): void {
    this.end.attestations.add(kind, about, says);
  }

  /** Contract code is held, and none was before. */
  beginsLifetime(): void {
    const { address, start } = this.fact;
    if (start > this.rangeStart) this.end.holdsCodeFrom(address, start);
  }

  /** Nothing shows whether the evidence was still valid at the end of the bundle's block. */
  attestUnchanged(): void {
    if (this.fact.start < this.end.block)
      this.attest('unchanged', `that this was still so at the end of block ${this.end.block}`);
  }

  refute(reason: string): never {
    throw new Refuted(this.place, reason);
  }

  /** The fact began in the block with this hash. */
  startsIn(blockHash: Hash): void {
    const { number } = this.source.blocks.header(blockHash);
    this.demand(
      this.fact.start === number,
      `it starts at block ${this.fact.start}, its evidence is of ${number}`,
    );
    // Else a later beginning of the range would hide that code begins after what is stated about it.
    this.demand(number >= this.rangeStart, 'it starts before the range that was evaluated');
  }

  /** The stated transaction of the witness. */
  isInTransaction(blockHash: Hash, index: string): void {
    this.demand(
      this.fact.tx === `tx:1:${blockHash}:${index}`,
      'it names another transaction than its evidence',
    );
  }

  hasValue(value: StatedHolding['value']): void {
    const { value: stated } = this.fact;
    const isSame =
      typeof stated === 'string' || typeof value === 'string'
        ? stated === value
        : Object.keys(stated).length === Object.keys(value).length &&
          Object.entries(value).every(([name, text]) => stated[name] === text);
    this.demand(isSame, 'its evidence has another value');
  }

  /** State at the end of a block belongs to no single transaction. */
  hasNoTransaction(): void {
    this.demand(this.fact.tx === undefined, 'it names a transaction, which its evidence does not');
  }

  hasNoKey(): void {
    this.demand(this.fact.key === '', 'it has a key, and its source none');
  }

  /** Whether an address is in a registry at a block. */
  isBound(binding: string, address: Address, block: number): boolean {
    return 'member' in membershipAt(this.bindings.get(binding)!, address, block);
  }

  /** Whether code is the build of a registry that the fact's value names. */
  isBuild(binding: string, code: Buffer): boolean {
    const { value } = this.fact;
    return typeof value === 'string' && isBuild(code, value, this.bindings.get(binding)!);
  }

  /** Whether any version of a registry names an address. */
  isNamed(binding: string, address: Address): boolean {
    return this.bindings.get(binding)!.members.has(address);
  }
}
