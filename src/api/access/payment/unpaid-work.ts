import { AddressLimit } from '../address-limit.js';

/** Calls of one caller in a minute that are being answered, or ended without a paid answer. */
const CALLS = 30;
/** A paid answer gives its own call back, and one more: who pays for much may have as much under way. */
const GIVEN_BACK = 2;

/**
 * Bounds what callers have methods do that is not paid for: who hangs up before the answer, is refused, or has too little money in the
 * end is charged nothing. Each process counts for itself, minute by minute.
 */
export class UnpaidWork {
  readonly #calls = new AddressLimit(CALLS);

  /**
   * Counts a call that is about to be answered.
   * @param callers names of those whose calls it adds to
   * @returns the seconds to wait where it is one too many for any of them; it counts for none then
   */
  begin(callers: readonly string[]): number | undefined {
    const waits = callers.map((caller) => this.#calls.waitOf(caller) ?? 0);
    const wait = Math.max(...waits);
    if (wait > 0) return wait;
    for (const caller of callers) this.#calls.count(caller);
    return undefined;
  }

  /** No method has run for it. */
  undo(callers: readonly string[]): void {
    for (const caller of callers) this.#calls.giveBack(caller, 1);
  }

  paid(callers: readonly string[]): void {
    for (const caller of callers) this.#calls.giveBack(caller, GIVEN_BACK);
  }
}
