import type { KnownPlace } from '../call/view-task.js';
import type { Place } from '../history/requested-state.js';
import type { StateCache } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';

/** What is in memory of some places at the end of a block, in the form that threads take. */
export function knownPlaces(cache: StateCache, block: number, places: Iterable<StatePlace>): KnownPlace[] {
  return [...places].flatMap((place) => {
    const { address } = place;
    if (place.kind === 'slot') return known(place, cache.slot(place, block)?.value);
    if (place.kind === 'code')
      return known({ kind: 'code', address }, cache.code(address, block)?.value.bytes);
    return [
      ...known({ kind: 'balance', address }, cache.balance(address, block)?.value),
      ...known({ kind: 'nonce', address }, cache.nonce(address, block)?.value),
    ];
  });
}

function known(place: Place, value: bigint | Uint8Array | undefined): KnownPlace[] {
  return value === undefined ? [] : [{ place, value }];
}

/** A balance and a nonce are loaded as one account. */
export function toLoad(place: Place): StatePlace {
  if (place.kind === 'slot') return place;
  return { kind: place.kind === 'code' ? 'code' : 'account', address: place.address };
}
