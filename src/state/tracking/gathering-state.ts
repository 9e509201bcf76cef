import type { Address } from '../../domain/chain/hex.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from '../execution/run/state-source.js';
import { placeKey } from '../history/place-key.js';
import type { StateAtBlock } from '../history/state-at-block.js';
import type { StatePlace } from '../history/state-history.js';

/** How many codes may still be loaded before a run has shown that it needs them. */
export interface CodeRoom {
  left: number;
}

const NO_CODE = new Uint8Array(0);

/**
 * A state of which some is not in memory: that is noted, to be loaded, and is empty until then. So a run goes on and shows most of what it
 * needs at once. Its result says nothing.
 */
export class GatheringState implements StateSource {
  readonly #noted = new Set<string>();

  /** @param maxPlaces of a run, that are not in memory */
  constructor(
    private readonly state: StateAtBlock,
    private readonly room: CodeRoom,
    private readonly maxPlaces: number,
  ) {}

  account(address: Address): AccountState | undefined | Unknown {
    const account = this.state.account(address);
    return account === UNKNOWN && this.#note({ kind: 'account', address }) ? undefined : account;
  }

  code(address: Address): Uint8Array | Unknown {
    const code = this.state.code(address);
    return code === UNKNOWN && this.#note({ kind: 'code', address }) ? NO_CODE : code;
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    const value = this.state.slot(address, slot);
    return value === UNKNOWN && this.#note({ kind: 'slot', address, slot }) ? 0n : value;
  }

  /** Returns whether the run goes on. */
  #note(place: StatePlace): boolean {
    if (this.state.unknownAt(place)) return false;
    const key = placeKey(place);
    if (this.#noted.has(key)) return true;
    if (this.#noted.size === this.maxPlaces) return false;
    // An account is loaded with its code.
    if (place.kind !== 'slot') {
      if (this.room.left === 0) return false;
      this.room.left -= 1;
    }
    this.#noted.add(key);
    return true;
  }
}
