import { describe, it } from '@jest/globals';
import { createPool } from '../../src/platform/postgres/pool.js';
import { createDatabase } from '../fixture/database.js';
import { moreSlowly } from '../slowly.js';
import { PostgresTrialStore } from './postgres-trial.js';
import { BLOCKS, seedsOf } from './seeds.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

const SEEDS = seedsOf('PostgreSQL', 1 / 10);
/** Shards use the same store. */
const SHARDS = moreSlowly([3, 1]);

describe('the store of the engine in PostgreSQL after any simulation', () => {
  it.each(SEEDS.flatMap((seed) => SHARDS.map((shards) => [seed, shards] as const)))(
    'equals a full recompute, seed %i, in %i shards',
    async (seed, shards) => {
      const database = await createDatabase({ migrated: true });
      const pool = createPool(database.url);
      try {
        const store = new PostgresTrialStore(pool, CATALOG, BINDINGS, shards);
        await store.begin();
        await trial(seed, BLOCKS, store, 0);
        await store.close();
      } finally {
        await pool.end();
        await database.drop();
      }
    },
  );
});
