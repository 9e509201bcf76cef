import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, it } from '@jest/globals';
import { bounded } from '../bounded.js';
import { moreSlowly } from '../slowly.js';
import { BLOCKS, seedsOf } from './seeds.js';
import type { SimulationRequest } from './simulation-worker.js';

/** One in so many simulations is also compared on the way. */
const COMPARED_ON_THE_WAY = bounded(5, 50);

/** Plain lives of 120 blocks that differ without what mended each. */
const FOUND = [
  ['a gap closes below blocks in which a call has another result', 8],
  ['code is unknown again, and another address read it', 1_352_580_065],
  ['an account delegates first, and had no slots before', 1_872_007_355],
  ['code is known from a range above, and another address read it', 31_277_971],
  ['a gap closes with a block that lacks what claims above it need', 1_342_085_545],
] as const;
/** The others take four times as long. */
const SHORT = 3;

/** Runs simulations in threads: in Jest's context access to globals is slow, which doubles their time, and memory is not freed. */
class LivingThread {
  readonly #thread = new Worker(new URL('./simulation-worker.js', import.meta.url));
  #last: Promise<unknown> = Promise.resolve();

  /** @returns the problem, or an empty text */
  live(simulation: SimulationRequest): Promise<string> {
    const lived = this.#last.then(async () => {
      this.#thread.postMessage(simulation);
      const [problem] = await once(this.#thread, 'message');
      return problem as string;
    });
    this.#last = lived.catch(() => undefined);
    return lived;
  }

  stop(): Promise<number> {
    return this.#thread.terminate();
  }
}

describe('the store of the engine after any simulation', () => {
  const threads = Array.from({ length: availableParallelism() }, () => new LivingThread());
  const seeds = seedsOf('memory', 1);
  const simulations = seeds.map((seed, at) =>
    threads[at % threads.length]!.live({
      ...{ seed, blocks: BLOCKS },
      pausesCompared: seed % COMPARED_ON_THE_WAY === 0 ? 5 : 0,
    }),
  );
  for (const simulation of simulations) simulation.catch(() => undefined);
  afterAll(() => Promise.all(threads.map((thread) => thread.stop())));

  it.each(moreSlowly(FOUND, SHORT))('equals a full recompute where %s', async (_, seed) => {
    const problem = await threads[0]!.live({ seed, blocks: 120, pausesCompared: 5, isPlain: true });
    if (problem !== '') throw new Error(problem);
  });

  it.each(seeds.map((seed, at) => [seed, simulations[at]!] as const))(
    'equals a full recompute, seed %i',
    async (_, simulation) => {
      const problem = await simulation;
      if (problem !== '') throw new Error(problem);
    },
  );
});
