import type { Place } from './requested-state.js';
import type { StatePlace } from './state-history.js';

/** A name for a place, for maps. */
export function placeKey(place: Place | StatePlace): string {
  const { kind, address } = place;
  return kind === 'slot' ? `slot ${address} ${place.slot.toString(16)}` : `${kind} ${address}`;
}
