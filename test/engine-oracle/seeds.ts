import { randomInt } from 'node:crypto';
import { bounded } from '../bounded.js';

const LARGEST_SEED = 2 ** 31;

/** Blocks of each simulation; `npm run test:sim -- --blocks 60` sets another number. */
export const BLOCKS = Number(process.env.SIM_BLOCKS ?? bounded(120, 500));

/**
 * Seeds of the simulations, which standard output shows: new ones each time, but 1, 2, 3 … if `CI` is set, so that a change does not
 * depend on luck. `npm run test:sim -- --simulations 200` sets their number, and `--seed 17` repeats that one.
 *
 * @param share of all simulations that run in this store
 */
export function seedsOf(store: string, share: number): readonly number[] {
  const { SIM_SEED, SIM_COUNT, CI } = process.env;
  if (SIM_SEED !== undefined) return [Number(SIM_SEED)];
  const length = Math.ceil(Number(SIM_COUNT ?? bounded(6, 200)) * share);
  const seeds = Array.from({ length }, (_, at) => (CI ? at + 1 : randomInt(1, LARGEST_SEED)));
  process.stdout.write(`lives of ${BLOCKS} blocks in ${store}, seeds ${seeds.join(' ')}\n`);
  return seeds;
}
