import type { Address } from '../../../domain/chain/hex.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from './state-source.js';
import type { RunFootprint } from './view-result.js';

/** What was written to an account; what is left out is as it was before. */
interface Change {
  balance?: bigint;
  nonce?: bigint;
  code?: Uint8Array;
  codeHash?: Uint8Array;
  /** Its storage was emptied before the slots were written. */
  isCleared?: boolean;
  readonly slots: Map<bigint, bigint>;
}

const NO_CODE = new Uint8Array(0);
const EMPTY_CODE_HASH = keccak256(NO_CODE);

/**
 * A state with changes above another. An account that is unknown below stays unknown, whatever was written to it: what a run wrote to an
 * account that it did not look at may lack what was there before.
 */
export class ChangedState implements StateSource {
  readonly #changes = new Map<Address, Change>();

  constructor(private readonly below: StateSource) {}

  setSlot(address: Address, slot: bigint, value: bigint): void {
    this.#change(address).slots.set(slot, value);
  }

  setCode(address: Address, code: Uint8Array): void {
    Object.assign(this.#change(address), { code, codeHash: keccak256(code) });
  }

  setBalance(address: Address, balance: bigint): void {
    this.#change(address).balance = balance;
  }

  setNonce(address: Address, nonce: bigint): void {
    this.#change(address).nonce = nonce;
  }

  clearStorage(address: Address): void {
    const change = this.#change(address);
    change.isCleared = true;
    change.slots.clear();
  }

  /** Leaves nothing of an account. */
  remove(address: Address): void {
    this.clearStorage(address);
    this.setCode(address, NO_CODE);
    this.setBalance(address, 0n);
    this.setNonce(address, 0n);
  }

  account(address: Address): AccountState | undefined | Unknown {
    const below = this.below.account(address);
    const change = this.#changes.get(address);
    if (below === UNKNOWN || change === undefined) return below;
    const before = below as AccountState | undefined;
    const balance = change.balance ?? before?.balance ?? 0n;
    const nonce = change.nonce ?? before?.nonce ?? 0n;
    const codeHash = change.codeHash ?? before?.codeHash ?? EMPTY_CODE_HASH;
    const isEmpty = balance === 0n && nonce === 0n && Buffer.compare(codeHash, EMPTY_CODE_HASH) === 0;
    return isEmpty ? undefined : { balance, nonce, codeHash };
  }

  code(address: Address): Uint8Array | Unknown {
    return this.#changes.get(address)?.code ?? this.below.code(address);
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    const change = this.#changes.get(address);
    const written = change?.slots.get(slot);
    if (written !== undefined) return written;
    return change?.isCleared ? 0n : this.below.slot(address, slot);
  }

  /** The part of a run's footprint that comes from the state below. */
  readBelow(footprint: RunFootprint): RunFootprint {
    return {
      ...footprint,
      codes: footprint.codes.filter((address) => this.#changes.get(address)?.code === undefined),
      reads: footprint.reads.filter(({ address, slot }) => {
        const change = this.#changes.get(address);
        return change === undefined || !(change.isCleared || change.slots.has(slot));
      }),
    };
  }

  #change(address: Address): Change {
    let change = this.#changes.get(address);
    if (change === undefined) {
      change = { slots: new Map() };
      this.#changes.set(address, change);
    }
    return change;
  }
}
