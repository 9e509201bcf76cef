import type { Place } from '../history/requested-state.js';

/** A name for a place, for maps. */
export function keyOf(place: Place): string {
  const { kind, address } = place;
  return kind === 'slot' ? `slot ${address} ${place.slot.toString(16)}` : `${kind} ${address}`;
}
