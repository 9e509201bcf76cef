import { AddressLimit } from '../address-limit.js';

/** Calls of one caller in a minute that are being verified or answered, or ended without a paid answer. */
const CALLS = 30;
/**
 * Calls that a paid answer gives back: its own and one more, because a caller that pays for much may have
 * many calls pending.
 */
const GIVEN_BACK = 2;

/**
 * Limits the unpaid work of the facilitator and of methods. A caller is charged nothing if it sends a forged
 * payment, disconnects before the answer, is refused, or turns out to have too little money. Each process
 * counts alone, by the minute.
 */
export class UnpaidWork {
  readonly #calls = new AddressLimit(CALLS);

  /** The seconds to wait where one more call of a caller would be too many. */
  waitOf(caller: string): number | undefined {
    return this.#calls.waitOf(caller);
  }

  /**
   * Counts a call that is about to be verified or answered.
   * @returns the seconds to wait where it is one too many; it does not count then
   */
  begin(caller: string): number | undefined {
    return this.waitOf(caller) ?? this.#calls.count(caller);
  }

  /** Takes back a call for which nothing was done. */
  undo(callers: readonly string[]): void {
    for (const caller of callers) this.#calls.giveBack(caller, 1);
  }

  paid(callers: readonly string[]): void {
    for (const caller of callers) this.#calls.giveBack(caller, GIVEN_BACK);
  }
}
