import type { OwnRefusal } from './documented-method.js';

/** Refusal of methods that take a block number. */
export const UNCOVERED_BLOCK: OwnRefusal = {
  code: 'block_not_available',
  reasons: ['beyond_coverage', 'coverage_gap'],
};

/** Adds the refusal of methods that take a checkpoint as well. */
export const withCheckpoint = (refusals: readonly OwnRefusal[]): readonly OwnRefusal[] =>
  refusals.map((refusal) =>
    refusal.code === 'block_not_available'
      ? { ...refusal, reasons: [...refusal.reasons, 'checkpoint_not_available'] }
      : refusal,
  );
