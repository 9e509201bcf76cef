import type { Address } from '../../domain/chain/hex.js';
import type { UndecidedReason } from '../execution/run/view-result.js';
import { type AskedPlace, ZeroFilledState } from '../execution/run/zero-filled-state.js';

/** Accounts that a run needs proven, with their slots. */
export type Asked = ReadonlyMap<Address, ReadonlySet<bigint>>;

/** A state of which not everything is proven yet. */
export class AskingState extends ZeroFilledState {
  readonly #missed = new Map<Address, Set<bigint>>();

  /** @param reason why the run has no result, if it has none */
  missedBy(reason: UndecidedReason | undefined): Asked {
    if (reason?.kind === 'missing' && reason.what === 'account') this.#add(reason.address);
    return this.#missed;
  }

  /** Most runs ask for accounts without looking at them. One that looks at an unknown account ends there. */
  protected override miss(place: AskedPlace): boolean {
    if (place.kind === 'account') return false;
    const slots = this.#add(place.address);
    if (place.kind === 'slot') slots.add(place.slot);
    return true;
  }

  #add(address: Address): Set<bigint> {
    let slots = this.#missed.get(address);
    if (slots === undefined) {
      slots = new Set();
      this.#missed.set(address, slots);
    }
    return slots;
  }
}
