import { LIMITS } from './limits.js';
import type { Run } from './run.js';
import type { RunFootprint, UndecidedReason, ViewResult } from './view-result.js';

const NOTHING = new Uint8Array(0);
/** The gas that counts for a step of a stopped run: the most steps of a run are worth all of its gas. */
const GAS_OF_A_STEP = LIMITS.gas / LIMITS.steps;
/** The footprint of a run that read nothing. */
export const NO_FOOTPRINT: RunFootprint = {
  reads: [],
  codes: [],
  looked: [],
  volatile: [],
  calls: [],
  asks: 0,
  asksPrice: false,
  starves: false,
};

/** The result of a run that came to its end. */
export function decidedView(
  run: Run,
  outcome: 'returned' | 'reverted',
  output: Uint8Array,
  gasUsed: number,
): ViewResult {
  return { outcome, output, gasUsed, ...run.footprint(), ...workOf(run) };
}

/** The result of a run that did not come to its end. */
export function undecidedView(run: Run, reason: UndecidedReason): ViewResult {
  const gasUsed = reason.kind === 'stopped' ? run.steps * GAS_OF_A_STEP : 0;
  return { outcome: 'undecided', output: NOTHING, gasUsed, ...run.footprint(), reason, ...workOf(run) };
}

function workOf({ limits, work }: Run): Pick<ViewResult, 'work'> {
  return limits.work === undefined ? {} : { work };
}

/** The result of a call whose fork has no rules here. @param name of the fork */
export function withoutRules(name: string): ViewResult {
  return {
    outcome: 'undecided',
    output: NOTHING,
    gasUsed: 0,
    ...NO_FOOTPRINT,
    reason: { kind: 'fork', name },
  };
}
