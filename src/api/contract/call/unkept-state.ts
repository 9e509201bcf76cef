import type { OwnRefusal } from '../../http/method/documented-method.js';
import { UNCOVERED_BLOCK } from '../../http/method/uncovered-block.js';

/** Refusal of methods that execute calls: the block is not covered, or no node has its state. */
export const UNKEPT_STATE: OwnRefusal = {
  ...UNCOVERED_BLOCK,
  reasons: [...UNCOVERED_BLOCK.reasons, 'state_not_available'],
};

/** Refusal of methods that prove calls: as above, or no node proves the state. */
export const UNPROVEN_STATE: OwnRefusal = {
  ...UNKEPT_STATE,
  reasons: [...UNKEPT_STATE.reasons, 'proof_not_available'],
};
