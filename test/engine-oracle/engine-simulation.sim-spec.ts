import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, it } from '@jest/globals';
import { bounded } from '../bounded.js';
import { BLOCKS, seedsOf } from './seeds.js';
import type { SimulationRequest } from './simulation-worker.js';

/** One of so many simulations is also compared on the way. */
const COMPARED_ON_THE_WAY = bounded(5, 50);

/** A life that once differed: a gap closed below blocks in which a call had another result than below it. */
const FOUND = { seed: 1_944_042_529, blocks: 120, pausesCompared: 0 };

/** Simulations run in threads: in Jest's context access to globals is slow, which doubles their time, and memory is not freed. */
class LivingThread {
  readonly #thread = new Worker(new URL('./simulation-worker.js', import.meta.url));
  #last: Promise<unknown> = Promise.resolve();

  /** @returns what went wrong, or nothing. */
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

describe('what the engine has stored after any life', () => {
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

  it('equals a full recompute where it once did not', async () => {
    const problem = await threads[0]!.live(FOUND);
    if (problem !== '') throw new Error(problem);
  }, 600_000);

  it.each(seeds.map((seed, at) => [seed, simulations[at]!] as const))(
    'equals a full recompute, seed %i',
    async (_, simulation) => {
      const problem = await simulation;
      if (problem !== '') throw new Error(problem);
    },
    600_000,
  );
});
