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
 * How a ref is supported: `merkle` by inclusion in the block that it names, `executed` by executing the call
 * or transaction over state that is included in that block or the one before, `node` by what the node
 * that traced or answered says.
 */
export type Support = 'executed' | 'merkle' | 'node';

/** One stated fact, and what it is compared with. */
export class FactCase {
  readonly place: string;

  constructor(
    readonly fact: StatedHolding,
    readonly source: EvidenceSource,
    readonly end: EndState,
    /** First block of the range. Facts that start there may be initial state. */
    private readonly rangeStart: number,
    private readonly bindings: ReadonlyMap<string, Binding>,
    private readonly supports: Map<string, Support>,
  ) {
    this.place = `fact ${fact.evidence[0]} of ${fact.address}`;
  }

  /** The refs of the fact. @throws Refuted unless they are of these kinds, in this order */
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

  /** Notes how a ref is supported. The refs of one fact may be supported in different ways. */
  supported(ref: string, by: Support): void {
    this.supports.set(ref, by);
  }

  /** Notes something that the bundle does not show, and without which the fact does not hold. */
  attest(kind: AttestationKind, says: string, about = this.fact.evidence[0]!): void {
    this.end.attestations.add(kind, about, says);
  }

  /** Notes that a contract began with the fact, unless the fact may be initial state. */
  beginsLifetime(): void {
    const { address, start } = this.fact;
    if (start > this.rangeStart) this.end.holdsCodeFrom(address, start);
  }

  /** Attests that the fact still held at the end of the bundle's block. */
  attestUnchanged(): void {
    if (this.fact.start < this.end.block)
      this.attest('unchanged', `that this was still so at the end of block ${this.end.block}`);
  }

  refute(reason: string): never {
    throw new Refuted(this.place, reason);
  }

  /** @throws Refuted unless the fact starts in the block with this hash, and within the range */
  startsIn(blockHash: Hash): void {
    const { number } = this.source.blocks.header(blockHash);
    this.demand(
      this.fact.start === number,
      `it starts at block ${this.fact.start}, its evidence is of ${number}`,
    );
    // Otherwise a later beginning of the range could hide that code begins after facts about it.
    this.demand(number >= this.rangeStart, 'it starts before the range that was evaluated');
  }

  /** @throws Refuted unless the fact states this transaction */
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

  /** @throws Refuted if the fact states a transaction: state at the end of a block is of no single one */
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

  /** Whether code is the build that the value of the fact names. */
  isBuild(binding: string, code: Buffer): boolean {
    const { value } = this.fact;
    return typeof value === 'string' && isBuild(code, value, this.bindings.get(binding)!);
  }

  /** Whether any version of a registry names an address. */
  isNamed(binding: string, address: Address): boolean {
    return this.bindings.get(binding)!.members.has(address);
  }
}
