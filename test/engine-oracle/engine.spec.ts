import { describe, it } from '@jest/globals';
import { MemoryTrialStore } from './memory-trial.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

/** `ENGINE_SEED=17` runs only that one, `ENGINE_SEEDS=1000` seeds 1 to 1000. */
const only = process.env.ENGINE_SEED;
const seeds = only
  ? [Number(only)]
  : Array.from({ length: Number(process.env.ENGINE_SEEDS ?? 200) }, (_, index) => index + 1);
const BLOCKS = Number(process.env.ENGINE_BLOCKS ?? 500);

describe('what the engine has stored after any life', () => {
  it.each(seeds)(
    'equals a full recompute, seed %i',
    async (seed) => {
      await trial(seed, BLOCKS, new MemoryTrialStore(CATALOG, BINDINGS), seed % 10 === 0 ? 5 : 0);
    },
    300_000,
  );
});
