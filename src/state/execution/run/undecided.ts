import type { UndecidedReason } from './view-result.js';

/** Ends a run that cannot be decided. No frame of the run catches it. Not an Error: most runs end so a few times, and a stack costs as much as a run. */
export class Undecided {
  constructor(readonly reason: UndecidedReason) {}
}
