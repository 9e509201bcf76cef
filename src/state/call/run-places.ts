import type { Address } from '../../domain/chain/hex.js';
import type { RunFootprint, UndecidedReason } from '../execution/run/view-result.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';

/** What a run rests on, each place once. */
export function placesOf({ codes, reads, looked }: RunFootprint): Place[] {
  const places: Place[] = [
    ...codes.map((address) => ({ kind: 'code' as const, address })),
    ...reads.map(({ address, slot }) => ({ kind: 'slot' as const, address, slot })),
    ...looked.map(
      ({ address, field }) => ({ kind: field === 'codeHash' ? 'code' : field, address }) as const,
    ),
  ];
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

/** What an account is made of. */
export function accountPlaces(address: Address): readonly Place[] {
  return (['balance', 'nonce', 'code'] as const).map((kind) => ({ kind, address }));
}

/** The places without which a run ended; none where it did not end for want of state. */
export function placesMissing(reason: UndecidedReason | undefined): readonly Place[] {
  if (reason?.kind !== 'missing') return [];
  if (reason.what === 'slot') return [{ kind: 'slot', address: reason.address, slot: reason.slot }];
  if (reason.what === 'code') return [{ kind: 'code', address: reason.address }];
  return reason.what === 'account' ? accountPlaces(reason.address) : [];
}
