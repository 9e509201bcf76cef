import type { UndecidedReason } from './view-result.js';

/** Ends a run that cannot be decided. No frame of the run catches it. */
export class Undecided extends Error {
  constructor(readonly reason: UndecidedReason) {
    super(`undecided: ${reason.kind}`);
  }
}
