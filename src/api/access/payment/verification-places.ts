import { networkOf } from '../address-limit.js';

/**
 * Payments that are verified at once. Anyone can send something that looks like a payment, and each waits for
 * the facilitator.
 */
const PLACES = 100;
/** Places that one caller may take, so that it takes several callers to keep all others out. */
const SHARE = 20;

/** Limits how many payments are verified at once, for each caller and for all. */
export class VerificationPlaces {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /**
   * Takes a place while `work` runs.
   * @param caller network address, or another name of a caller
   * @returns the result of `work`; `undefined` where no place is free
   */
  async hold<T>(caller: string, work: () => Promise<T>): Promise<T | undefined> {
    const network = networkOf(caller);
    const taken = this.#taken.get(network) ?? 0;
    if (this.#all === PLACES || taken === SHARE) return undefined;
    this.#count(network, 1);
    try {
      return await work();
    } finally {
      this.#count(network, -1);
    }
  }

  #count(network: string, change: number): void {
    const taken = (this.#taken.get(network) ?? 0) + change;
    this.#all += change;
    if (taken === 0) this.#taken.delete(network);
    else this.#taken.set(network, taken);
  }
}
