import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** Refusals that an address gets in a window before it is told to wait. */
const REFUSALS = 600;
/** Beyond them the address that was silent longest is forgotten. */
const ADDRESSES = 10_000;

/**
 * Counts refusals of requests without a valid key, by network address. Those who hold a key are not concerned, whatever others
 * behind their address do: it is asked only once a key has been found wanting. A process counts for itself.
 */
export class StrangerLimit {
  readonly #refusals = new LRUCache<string, number>({ max: ADDRESSES, ttl: WINDOW_MS, noUpdateTTL: true });

  /** Counts one; returns the seconds to wait where it is one too many. */
  count(address: string): number | undefined {
    const refusals = (this.#refusals.get(address) ?? 0) + 1;
    this.#refusals.set(address, refusals);
    if (refusals <= REFUSALS) return undefined;
    return Math.max(1, Math.ceil(this.#refusals.getRemainingTTL(address) / 1000));
  }
}
