import type { OwnRefusal } from './documented-method.js';

/** For a method that takes a block number. */
export const UNCOVERED_BLOCK: OwnRefusal = {
  code: 'block_not_available',
  reasons: ['beyond_coverage', 'coverage_gap'],
};

/** For a method that takes a checkpoint besides. */
export const withCheckpoint = (refusals: readonly OwnRefusal[]): readonly OwnRefusal[] =>
  refusals.map((refusal) =>
    refusal.code === 'block_not_available'
      ? { ...refusal, reasons: [...refusal.reasons, 'checkpoint_not_available'] }
      : refusal,
  );
