import { describe, it } from '@jest/globals';
import { MemoryTrialStore } from './memory-trial.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

const SEEDS = 200;
const BLOCKS = 500;
/** Of how many lives one is compared on the way, too. */
const COMPARED_ON_THE_WAY = 50;

/**
 * Lets engines live and compares them with full recomputes, for every `step`th seed from `first` on: so that they can be spread over
 * processes. `ENGINE_SEED=17` lives that life alone, `ENGINE_SEEDS=1000` those of seeds 1 to 1000, `ENGINE_BLOCKS=60` shorter ones.
 */
export function testLives(first: number, step: number): void {
  const { ENGINE_SEED, ENGINE_SEEDS = SEEDS, ENGINE_BLOCKS = BLOCKS } = process.env;
  const all = ENGINE_SEED
    ? [Number(ENGINE_SEED)]
    : Array.from({ length: Number(ENGINE_SEEDS) }, (_, index) => index + 1);
  const seeds = all.filter((seed) => seed % step === first % step);
  const live = async (seed: number) => {
    const compared = seed % COMPARED_ON_THE_WAY === 0 ? 5 : 0;
    await trial(seed, Number(ENGINE_BLOCKS), new MemoryTrialStore(CATALOG, BINDINGS), compared);
  };

  describe('what the engine has stored after any life', () => {
    if (seeds.length === 0) it.skip('equals a full recompute: not the seed asked for', () => undefined);
    else it.each(seeds)('equals a full recompute, seed %i', live, 300_000);
  });
}
