import { type AskedPlace, ZeroFilledState } from '../execution/run/zero-filled-state.js';
import { placeKey } from '../history/place-key.js';
import type { StateAtBlock } from '../history/state-at-block.js';

/** How many codes may still be loaded before a run has shown that it needs them. */
export interface CodeRoom {
  left: number;
}

/** A state that is only partly in memory. The state at the block notes what a run misses, to be loaded. */
export class GatheringState extends ZeroFilledState {
  readonly #noted = new Set<string>();

  /** @param maxPlaces how many places that are not in memory a run may miss */
  constructor(
    private readonly state: StateAtBlock,
    private readonly room: CodeRoom,
    private readonly maxPlaces: number,
  ) {
    super(state);
  }

  protected override miss(place: AskedPlace): boolean {
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
