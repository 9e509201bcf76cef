import { toHex } from '../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../domain/chain/hex.js';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import type { StatedHolding } from '../verifier/bundle/bundle.schema.js';
import { isContract } from '../verifier/evidence/code-value.js';
import { ListedState } from '../verifier/evidence/listed-state.js';
import type { BundleParts } from './bundle-parts.js';
import type { ChainEvidenceSource } from './chain-evidence-source.js';

/** Shows codes and slots: by account proofs of nodes, by access lists, otherwise a node attests them. */
export class StateGatherer {
  /** Addresses of contracts that a shown block proves to exist at every later block. */
  readonly #lasting = new Set<string>();

  constructor(
    private readonly source: ChainEvidenceSource,
    private readonly parts: BundleParts,
  ) {}

  /** Whether a shown block proves that the contract exists at every later block. */
  isLasting(address: Address): boolean {
    return this.#lasting.has(address);
  }

  async addCode(ref: string, hash: Hash, address: Address, { start, source }: StatedHolding): Promise<void> {
    const { block } = await this.source.block(hash, start);
    const bundled = await this.parts.block(hash, start);
    const proven = await this.source.account(block, address, []);
    if (proven) {
      this.parts.account(bundled, address, proven.proof).code = toHex(proven.code);
      if (isContract(proven.code)) this.#noteLasting(address, block);
      return;
    }
    const listed = listedState(block)?.code(address);
    if (listed !== undefined) {
      bundled.accessList = toHex(block.accessList!);
      if (isContract(listed)) this.#noteLasting(address, block);
      return;
    }
    const set = this.source.codeSetIn(block, address);
    // No block changed the initial state of a range: its code is in a state read.
    const code =
      set ??
      (source.kind === 'code' && source.register === 'redeployed'
        ? undefined
        : await this.source.recordedCode(address, start));
    this.parts.attest(ref, { kind: 'code', ...(code !== undefined && { code: toHex(code) }) });
  }

  async addSlot(
    ref: string,
    hash: Hash,
    address: Address,
    slot: Hash,
    { start, value }: StatedHolding,
  ): Promise<void> {
    const { block } = await this.source.block(hash, start);
    const bundled = await this.parts.block(hash, start);
    const proven = await this.source.account(block, address, [slot]);
    if (!proven) {
      if (listedState(block)?.slot(address, slot) === undefined)
        this.parts.attest(ref, { kind: 'slot', word: value as Hash });
      else bundled.accessList = toHex(block.accessList!);
      return;
    }
    const account = this.parts.account(bundled, address, proven.proof);
    account.slots = { ...account.slots, [slot]: proven.slots.get(slot)!.map(toHex) };
  }

  /**
   * Shows the account with these slots, and its code if `withCode`, at the end of a stored block, where a
   * node proves it.
   */
  async showEnd(address: Address, end: number, slots: readonly Hex[], withCode: boolean): Promise<void> {
    const { block } = (await this.source.blockAt(end))!;
    const proven = await this.source.account(block, address, slots);
    if (proven === undefined) return;
    const bundled = await this.parts.block(toHex(block.hash), end);
    const account = this.parts.account(bundled, address, proven.proof);
    const code = toHex(proven.code);
    if (withCode && proven.code.length > 0 && !this.parts.hasCode(address, code)) account.code = code;
    for (const slot of slots)
      account.slots = { ...account.slots, [slot]: proven.slots.get(slot)!.map(toHex) };
  }

  /**
   * Shows that a creation left code at an address.
   * @param withCode adds the code, for facts that rest on the contract
   */
  async showLeft(address: Address, block: VerifiedBlock, withCode: boolean): Promise<void> {
    const { number } = block.header;
    const proven = await this.source.account(block, address, []);
    if (proven === undefined || proven.code.length === 0) return;
    const bundled = await this.parts.block(toHex(block.hash), number);
    const account = this.parts.account(bundled, address, proven.proof);
    if (!withCode) return;
    const code = toHex(proven.code);
    if (!this.parts.hasCode(address, code)) account.code = code;
    this.#noteLasting(address, block);
  }

  /** Shows that a contract existed at the end of the block before `start`. */
  async showBefore(address: Address, start: number): Promise<void> {
    const before = await this.source.blockAt(start - 1);
    const proven = before && (await this.source.account(before.block, address, []));
    if (proven === undefined || !isContract(proven.code)) return;
    const { block } = before!;
    const bundled = await this.parts.block(toHex(block.hash), start - 1);
    this.parts.account(bundled, address, proven.proof).code = toHex(proven.code);
  }

  /** Since Cancun (EIP-6780) nothing removes a contract that an earlier transaction created. */
  #noteLasting(address: Address, { header }: VerifiedBlock): void {
    if (header.parentBeaconBlockRoot !== undefined) this.#lasting.add(address);
  }
}

function listedState({ accessList }: VerifiedBlock): ListedState | undefined {
  return accessList && new ListedState(accessList);
}
