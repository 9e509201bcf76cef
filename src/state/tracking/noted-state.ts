import type { Address } from '../../domain/chain/hex.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from '../execution/run/state-source.js';
import { placeKey } from '../history/place-key.js';
import type { StatePlace } from '../history/state-history.js';

/**
 * A state that notes what a run asks of it. Beyond the bound everything is unknown, so the run ends there,
 * and the places before have led it there.
 */
export class NotedState implements StateSource {
  readonly #places = new Map<string, StatePlace>();
  #hasMore = false;

  constructor(
    private readonly state: StateSource,
    private readonly maxPlaces: number,
  ) {}

  get places(): readonly StatePlace[] {
    return [...this.#places.values()];
  }

  /** Whether the run asked for more than the bound. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  account(address: Address): AccountState | undefined | Unknown {
    const isNoted = this.#note({ kind: 'code', address }, { kind: 'account', address });
    return isNoted ? this.state.account(address) : UNKNOWN;
  }

  code(address: Address): Uint8Array | Unknown {
    return this.#note({ kind: 'code', address }) ? this.state.code(address) : UNKNOWN;
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    return this.#note({ kind: 'slot', address, slot }) ? this.state.slot(address, slot) : UNKNOWN;
  }

  /** Notes all of the places or none. */
  #note(...places: readonly StatePlace[]): boolean {
    const added = places.filter((place) => !this.#places.has(placeKey(place)));
    if (added.length === 0) return true;
    this.#hasMore ||= this.#places.size + added.length > this.maxPlaces;
    if (!this.#hasMore) for (const place of added) this.#places.set(placeKey(place), place);
    return !this.#hasMore;
  }
}
