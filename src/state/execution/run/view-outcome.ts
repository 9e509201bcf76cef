import type { Run } from './run.js';
import type { UndecidedReason, ViewResult } from './view-result.js';

const NOTHING = new Uint8Array(0);

/** The result of a run that came to its end. */
export function decidedView(
  run: Run,
  outcome: 'returned' | 'reverted',
  output: Uint8Array,
  gasUsed: number,
): ViewResult {
  return { outcome, output, gasUsed, ...run.footprint() };
}

/** The result of a run that did not. */
export function undecidedView(run: Run, reason: UndecidedReason): ViewResult {
  return { outcome: 'undecided', output: NOTHING, gasUsed: 0, ...run.footprint(), reason };
}
