import { AddressLimit } from '../address-limit.js';

/** Calls of one caller in a minute that are being verified or answered, or ended without a paid answer. */
const CALLS = 30;
/** A paid answer gives its own call back, and one more: a caller that pays for much may have much under way. */
const GIVEN_BACK = 2;

/**
 * Bounds the unpaid work of the facilitator and of methods: a caller is charged nothing if it sends a forged payment, hangs up before the
 * answer, is refused, or has too little money in the end. Each process counts for itself, minute by minute.
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

  /** Nothing has been done for it. */
  undo(callers: readonly string[]): void {
    for (const caller of callers) this.#calls.giveBack(caller, 1);
  }

  paid(callers: readonly string[]): void {
    for (const caller of callers) this.#calls.giveBack(caller, GIVEN_BACK);
  }
}
