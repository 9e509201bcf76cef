import type { Address } from '../../domain/chain/hex.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from '../execution/run/state-source.js';
import type { UndecidedReason } from '../execution/run/view-result.js';

/** Accounts that a run needs proven, with their slots. */
export type Asked = ReadonlyMap<Address, ReadonlySet<bigint>>;

const NO_CODE = new Uint8Array(0);

/**
 * A state of which not everything is proven yet. What it lacks is noted, and zero until then: a run goes on, so that most of what it needs
 * is found at once. Its result counts only if nothing was missed.
 */
export class AskingState implements StateSource {
  readonly #missed = new Map<Address, Set<bigint>>();

  constructor(private readonly proven: StateSource) {}

  /** @param reason why the run has no result, if it has none */
  missedBy(reason: UndecidedReason | undefined): Asked {
    // Most runs ask for accounts without looking at them: one that looks at an unknown account ends there.
    if (reason?.kind === 'missing' && reason.what === 'account') this.#miss(reason.address);
    return this.#missed;
  }

  account(address: Address): AccountState | undefined | Unknown {
    return this.proven.account(address);
  }

  code(address: Address): Uint8Array {
    const code = this.proven.code(address);
    if (code !== UNKNOWN) return code as Uint8Array;
    this.#miss(address);
    return NO_CODE;
  }

  slot(address: Address, slot: bigint): bigint {
    const value = this.proven.slot(address, slot);
    if (value !== UNKNOWN) return value as bigint;
    this.#miss(address).add(slot);
    return 0n;
  }

  #miss(address: Address): Set<bigint> {
    let slots = this.#missed.get(address);
    if (slots === undefined) {
      slots = new Set();
      this.#missed.set(address, slots);
    }
    return slots;
  }
}
