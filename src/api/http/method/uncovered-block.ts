import type { OwnRefusal } from './documented-method.js';

/** For a method that takes a block number. */
export const UNCOVERED_BLOCK: OwnRefusal = {
  code: 'block_not_available',
  reasons: ['beyond_coverage', 'coverage_gap'],
};
