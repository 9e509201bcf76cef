import { type FactValue, isUndecided } from '../../evaluator/model/state-view.js';
import type { FactRow } from './fact-row.js';

/**
 * Why a view call has no result at a block. `untracked`: nobody asked for it there; `volatile`: the result is
 * valid for one block only; `missing`: something that the call reads is unknown; `left`: the call takes more
 * than tracking allows, or it is open where a delegation leads; `often`: the result has changed more often
 * than is followed; `disputed`: the two interpreters disagree about it.
 */
export type NoViewReason = 'untracked' | 'volatile' | 'missing' | 'left' | 'often' | 'disputed';

/** The value of a slot or code where a proof shows another one than stored blocks left. */
export const CONTRADICTED: FactValue = { undecided: 'contradicted' };

/**
 * The value for a call that may not have emitted the log: the tracer does not say, and other frames may have
 * emitted it.
 */
export const UNATTRIBUTED: FactValue = { undecided: 'unattributed' };

/** The value of a row that says that there is no result. @param lacks what is not known, in words */
export function noView(reason: NoViewReason, lacks?: string | null): FactValue {
  return { undecided: reason, ...(lacks && { lacks }) };
}

/** Why there is no result, and what would help; undefined where the value is a result. */
export function whyNoView(value: FactRow['value']): string | undefined {
  if (typeof value !== 'object' || value === null || !('undecided' in value)) return undefined;
  switch (value.undecided as NoViewReason | 'contradicted') {
    case 'untracked':
      return 'the call was not executed at this block';
    case 'volatile':
      return 'the result is good for its block alone: the call reads the time, the block or its gas';
    case 'contradicted':
      return 'a proof shows another value than the state changes of stored blocks';
    case 'left':
      return 'the call exceeds the bounds of calls for claims, asks who calls it, at what price or with how much gas, or passes calls on to several accounts';
    case 'often':
      return 'the result has changed more often than is followed';
    case 'disputed':
      return 'the two interpreters of this service disagree about the call: this is a fault of ours, please report it';
    case 'missing':
      return `${value.lacks ?? 'something that the call reads'} is not known: a node that keeps the state of this block gives it, or missing blocks before it do`;
  }
}

export function isNoView(value: FactRow['value']): boolean {
  return value !== null && isUndecided(value);
}

export function isUntracked(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && value.undecided === 'untracked';
}
