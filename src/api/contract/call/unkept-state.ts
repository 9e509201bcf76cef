import type { OwnRefusal } from '../../http/method/documented-method.js';
import { UNCOVERED_BLOCK } from '../../http/method/uncovered-block.js';

/** For a method that executes calls: the block is not covered, or a node does not have its state. */
export const UNKEPT_STATE: OwnRefusal = {
  ...UNCOVERED_BLOCK,
  reasons: [...UNCOVERED_BLOCK.reasons, 'state_not_available'],
};
