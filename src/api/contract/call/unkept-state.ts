import type { OwnRefusal } from '../../http/method/documented-method.js';
import { UNCOVERED_BLOCK } from '../../http/method/uncovered-block.js';

/** For a method that executes calls: the block is not covered, or a node does not have its state. */
export const UNKEPT_STATE: OwnRefusal = {
  ...UNCOVERED_BLOCK,
  reasons: [...UNCOVERED_BLOCK.reasons, 'state_not_available'],
};

/** For a method that shows calls: besides, a node does not prove their state. */
export const UNPROVEN_STATE: OwnRefusal = {
  ...UNKEPT_STATE,
  reasons: [...UNKEPT_STATE.reasons, 'proof_not_available'],
};
