import type { Address } from '../../domain/chain/hex.js';
import type { RunFootprint, UndecidedReason } from '../execution/run/view-result.js';
import { placeKey } from '../history/place-key.js';
import type { Place } from '../history/requested-state.js';
import type { StatePlace } from '../history/state-history.js';

/** The places that a run read, each once. */
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

/** Like `placesOf`, with an account as one place: a field of it is seen only where all are known. */
export function statePlacesOf({ reads, codes, looked }: RunFootprint): StatePlace[] {
  const places: StatePlace[] = [
    ...reads.map(({ address, slot }) => ({ kind: 'slot' as const, address, slot })),
    ...codes.map((address) => ({ kind: 'code' as const, address })),
    ...looked.flatMap(({ address }): StatePlace[] => [
      { kind: 'code', address },
      { kind: 'account', address },
    ]),
  ];
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

/** What an account is made of. */
export function accountPlaces(address: Address): readonly Place[] {
  return (['balance', 'nonce', 'code'] as const).map((kind) => ({ kind, address }));
}

/** The place whose absence ended a run; undefined where it ended for another reason. */
export function missingPlace(reason: UndecidedReason | undefined): StatePlace | undefined {
  if (reason?.kind !== 'missing') return undefined;
  if (reason.what === 'slot') return { kind: 'slot', address: reason.address, slot: reason.slot };
  return reason.what === 'code' || reason.what === 'account'
    ? { kind: reason.what, address: reason.address }
    : undefined;
}

/** The same, split into places with one value each. */
export function placesMissing(reason: UndecidedReason | undefined): readonly Place[] {
  const place = missingPlace(reason);
  if (place === undefined) return [];
  if (place.kind === 'slot') return [place];
  const { kind, address } = place;
  return kind === 'account' ? accountPlaces(address) : [{ kind, address }];
}
