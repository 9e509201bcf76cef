import { describe, it } from '@jest/globals';
import { bounded } from '../bounded.js';
import { createDatabase } from '../fixture/database.js';
import { slowly } from '../slowly.js';
import { liveThrough } from './live-through.js';

/** `PROPERTY_SEED=17` runs only that one. */
const only = process.env.PROPERTY_SEED;
const lives = bounded(slowly(1, 2), 10);
const seeds = only ? [Number(only)] : Array.from({ length: lives }, (_, index) => index + 1);

describe('after any reorganisations, faults, stops and kills', () => {
  it.each(seeds)('the projections equal the final chain, seed %i', async (seed) =>
    liveThrough(seed, await createDatabase({ migrated: true })),
  );
});
