import type { ViewEnd } from '../call/view-loop.js';
import type { UnknownPlace } from '../history/state-cache.js';

/** Why a run has no result, as the end of a sentence; undefined if it has one. */
export function whyUndecided({ reason, unknown }: ViewEnd): string | undefined {
  if (unknown) return `${nameOf(unknown)} is not known (${unknown.reason})`;
  switch (reason?.kind) {
    case undefined:
      return undefined;
    case 'missing':
      if (reason.what === 'blockHash') return `the hash of block ${reason.number} is not known`;
      return `its ${reason.what} is not known`;
    case 'budget':
      if (reason.what === 'places' || reason.what === 'rounds') return 'it reads too much';
      return `its execution takes more ${reason.what} than is spent on it`;
    case 'precompile':
      return `the precompile ${reason.address} cannot be executed`;
    case 'caller':
      return 'it may do otherwise with other calls: it asks who calls it, at what price or with how much gas, or treats these differently';
    case 'target':
      return 'neither its code nor a slot nor a beacon alone decides where it passes calls on';
    case 'stopped':
      return 'its execution was stopped';
    case 'fork':
      return `the rules of ${reason.name} are not known`;
  }
}

function nameOf({ place }: UnknownPlace): string {
  return place.kind === 'slot'
    ? `slot 0x${place.slot.toString(16)} of ${place.address}`
    : `the ${place.kind} of ${place.address}`;
}
