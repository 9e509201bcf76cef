import type { UndecidedReason } from '../execution/run/view-result.js';
import type { UnknownPlace } from '../history/state-cache.js';

/** Why a run has no result, as the end of a sentence. */
export function whyUndecided(reason: UndecidedReason, unknown?: UnknownPlace): string {
  if (unknown) return `${nameOf(unknown)} is not known (${unknown.reason})`;
  switch (reason.kind) {
    case 'missing':
      return `its ${reason.what} is not known`;
    case 'budget':
      return `its execution takes more ${reason.what} than is spent on it`;
    case 'precompile':
      return `the precompile ${reason.address} cannot be executed`;
    case 'fork':
      return `the rules of ${reason.name} are not known`;
  }
}

function nameOf({ place }: UnknownPlace): string {
  return place.kind === 'slot'
    ? `slot 0x${place.slot.toString(16)} of ${place.address}`
    : `the ${place.kind} of ${place.address}`;
}
