import type { Address, Hex } from '../../domain/chain/hex.js';
import type { EvidenceRef } from '../../domain/chain/record/evidence-ref.js';
import type { BundledViewResult } from '../bundle/witness.schema.js';
import type { Attestations } from './attestation.js';
import { isContract } from './code-value.js';
import type { EvidenceSource } from './evidence-source.js';
import { demand } from './finding.js';

/**
 * Whether a fact is of the end of its block, or of a transaction within it: that may be of a contract which
 * the end of the block no longer has.
 */
type Place = 'at the end' | 'within';

/**
 * The state at the end of the bundle's block, as far as account proofs show it, and which contracts existed
 * from a fact on until then. Since Cancun (EIP-6780) nothing removes a contract that an earlier transaction
 * created, so one that is proven at the end of such a block still exists.
 */
export class EndState {
  /**
   * Addresses whose contract must have existed without a break, by the word of the service, each from the
   * first block that needs it.
   */
  readonly #lifetimes = new Map<string, number>();
  readonly #scoped: (readonly [address: Address, from: number, place: string])[] = [];
  readonly #codeStarts = new Map<string, number>();

  constructor(
    private readonly source: EvidenceSource,
    readonly block: number,
    readonly attestations: Attestations,
  ) {}

  /** Code at the end of the block; undefined where the bundle does not show it. */
  codeOf(address: Address): Buffer | undefined {
    const hash = this.source.blocks.hashOf(this.block);
    const shown = hash === undefined ? undefined : this.source.state.codeAt(hash, address);
    return shown ?? this.source.state.lastingContract(address)?.code;
  }

  /** The word of a slot at the end of the block; undefined where the bundle does not show it. */
  slotOf(address: Address, slot: Hex): Buffer | undefined {
    const hash = this.source.blocks.hashOf(this.block);
    return hash === undefined ? undefined : this.source.state.provenSlot(hash, address, slot);
  }

  /**
   * The executed result of the same call at the end of the block; undefined where the bundle does not have
   * it.
   */
  executed({ kind, rest }: EvidenceRef): BundledViewResult | undefined {
    const hash = this.source.blocks.hashOf(this.block);
    return hash === undefined ? undefined : this.source.executedView([kind, 1, hash, ...rest].join(':'));
  }

  /** Notes that the contract of an address began at this block. */
  holdsCodeFrom(address: Address, start: number): void {
    this.#codeStarts.set(address, Math.max(start, this.#codeStarts.get(address) ?? 0));
  }

  /**
   * Notes that a fact of this block holds only while its contract exists. Attests later that it did, where
   * the bundle does not show it.
   * @throws Refuted if there is no contract at the end of the bundle's block
   */
  mustLiveOn(address: Address, from: number, how: Place, place: string): void {
    const code = this.codeOf(address);
    demand(code === undefined || isContract(code), place, `there is no contract at block ${this.block}`);
    this.#scoped.push([address, from, place]);
    if (!this.existedSince(address, from, how))
      this.#lifetimes.set(address, Math.min(from, this.#lifetimes.get(address) ?? from));
  }

  /** Whether the bundle shows that the contract of that block still exists. */
  existedSince(address: Address, from: number, how: Place): boolean {
    const lasting = this.source.state.lastingContract(address);
    if (lasting === undefined) return false;
    return how === 'within' ? lasting.block < from : lasting.block <= from;
  }

  /**
   * Attests what is assumed about contracts.
   * @throws Refuted if a fact about a contract is older than its code
   */
  finish(): void {
    for (const [address, from, place] of this.#scoped) {
      const start = this.#codeStarts.get(address);
      demand(
        start === undefined || from >= start,
        place,
        `it is of another contract than that of block ${start}`,
      );
    }
    for (const [address, from] of this.#lifetimes)
      this.attestations.add(
        'lifetime',
        address,
        `that the contract of block ${from} is still the one at block ${this.block}, and was never destroyed in between`,
      );
  }
}
