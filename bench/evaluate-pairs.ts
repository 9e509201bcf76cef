import type { Figures } from '../src/engine/scheduler/pass.js';
import { measuredBlocks, populatedBlocks } from './evaluate-chain.js';
import type { BenchEngine } from './evaluate-engine.js';

const BLOCKS_AT_ONCE = 10;

/** What the same blocks cost over a database that holds so many subjects. */
export interface PairFigures {
  readonly subjects: number;
  /** Figures of each measured block. */
  readonly figures: readonly Figures[];
  /** Processor milliseconds of this process a block. */
  readonly cpuMs: number;
}

/** Fills an empty database, then has a fresh engine evaluate the measured blocks one by one. */
export async function measurePairs(engine: BenchEngine, subjects: number): Promise<PairFigures> {
  const populate = engine.cold();
  const population = [...populatedBlocks(subjects)];
  for (let at = 0; at < population.length; at += BLOCKS_AT_ONCE)
    await populate(population.slice(at, at + BLOCKS_AT_ONCE));
  const append = engine.cold();
  const blocks = measuredBlocks();
  const figures: Figures[] = [];
  const before = process.cpuUsage();
  for (const block of blocks) figures.push(await append([block]));
  const { user, system } = process.cpuUsage(before);
  return { subjects, figures, cpuMs: (user + system) / 1000 / blocks.length };
}
