import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, it } from '@jest/globals';
import type { LifeAsked } from './life-worker.js';

const SEEDS = 200;
const BLOCKS = 500;
/** Of how many lives one is compared on the way, too. */
const COMPARED_ON_THE_WAY = 50;

/**
 * Lets engines live and compares them with full recomputes, for every `step`th seed from `first` on: so that they can be spread over
 * processes. `ENGINE_SEED=17` lives that life alone, `ENGINE_SEEDS=1000` those of seeds 1 to 1000, `ENGINE_BLOCKS=60` shorter ones.
 *
 * They are lived in a thread: in the context Jest runs tests in every global is slow to reach, which doubles their time, and memory is not given back.
 */
export function testLives(first: number, step: number): void {
  const { ENGINE_SEED, ENGINE_SEEDS = SEEDS, ENGINE_BLOCKS = BLOCKS } = process.env;
  const all = ENGINE_SEED
    ? [Number(ENGINE_SEED)]
    : Array.from({ length: Number(ENGINE_SEEDS) }, (_, index) => index + 1);
  const seeds = all.filter((seed) => seed % step === first % step);

  describe('what the engine has stored after any life', () => {
    if (seeds.length === 0) {
      it.skip('equals a full recompute: not the seed asked for', () => undefined);
      return;
    }
    const thread = new Worker(new URL('./life-worker.js', import.meta.url));
    afterAll(async () => {
      await thread.terminate();
    });

    it.each(seeds)(
      'equals a full recompute, seed %i',
      async (seed) => {
        const pausesCompared = seed % COMPARED_ON_THE_WAY === 0 ? 5 : 0;
        thread.postMessage({ seed, blocks: Number(ENGINE_BLOCKS), pausesCompared } satisfies LifeAsked);
        const [problem] = await once(thread, 'message');
        if (problem !== '') throw new Error(problem);
      },
      300_000,
    );
  });
}
