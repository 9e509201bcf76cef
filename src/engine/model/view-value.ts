import type { FactValue } from '../../evaluator/model/state-view.js';
import type { FactRow } from './fact-row.js';

/**
 * Why a view call has no result at a block. `untracked`: nobody asked for it there; `volatile`: it is good for one block alone; `missing`:
 * something that it reads is not known; `left`: it takes more than tracking allows.
 */
export type NoViewReason = 'untracked' | 'volatile' | 'missing' | 'left';

/** The value of a row that says that there is no result. */
export function noView(reason: NoViewReason): FactValue {
  return { undecided: reason };
}

export function isNoView(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && 'undecided' in value;
}

export function isUntracked(value: FactRow['value']): boolean {
  return typeof value === 'object' && value !== null && value.undecided === 'untracked';
}
