import type { OwnRefusal } from '../http/method/documented-method.js';

/** Of a method that is asked for a block by its number. */
export const UNCOVERED_BLOCK: OwnRefusal = {
  code: 'block_not_available',
  reasons: ['beyond_coverage', 'coverage_gap'],
};
