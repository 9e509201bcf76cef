import { randomInt } from 'node:crypto';
import { bounded } from '../bounded.js';

const LARGEST_SEED = 2 ** 31;

/** How many blocks a life goes through; `npm run test:sim -- --blocks 60` asks for another number. */
export const BLOCKS = Number(process.env.SIM_BLOCKS ?? bounded(120, 500));

/**
 * Seeds of the simulations: new ones each time, printed on standard output, but 1, 2, 3 … where `CI` is set, so that a change does not
 * depend on luck. `npm run test:sim -- --simulations 200` asks for another number of them, `--seed 17` for that one again.
 *
 * @param share of the simulations that run in this store
 */
export function seedsOf(store: string, share: number): readonly number[] {
  const { SIM_SEED, SIM_COUNT, CI } = process.env;
  if (SIM_SEED !== undefined) return [Number(SIM_SEED)];
  const length = Math.ceil(Number(SIM_COUNT ?? bounded(6, 200)) * share);
  const seeds = Array.from({ length }, (_, at) => (CI ? at + 1 : randomInt(1, LARGEST_SEED)));
  process.stdout.write(`lives of ${BLOCKS} blocks in ${store}, seeds ${seeds.join(' ')}\n`);
  return seeds;
}
