import { describe, it } from '@jest/globals';
import { createPool } from '../../src/platform/postgres/pool.js';
import { createDatabase } from '../fixture/database.js';
import { PostgresTrialStore } from './postgres-trial.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

/** `ENGINE_SEED=17` runs only that one, `ENGINE_SEEDS=100` seeds 1 to 100. */
const only = process.env.ENGINE_SEED;
const seeds = only
  ? [Number(only)]
  : Array.from({ length: Number(process.env.ENGINE_SEEDS ?? 10) }, (_, index) => index + 1);
const BLOCKS = Number(process.env.ENGINE_BLOCKS ?? 500);

describe('what the engine has stored in PostgreSQL after any life', () => {
  it.each(seeds)(
    'equals a full recompute, seed %i',
    async (seed) => {
      const database = await createDatabase({ migrated: true });
      const pool = createPool(database.url);
      try {
        const store = new PostgresTrialStore(pool, CATALOG, BINDINGS);
        await store.begin();
        await trial(seed, BLOCKS, store, 0);
      } finally {
        await pool.end();
        await database.drop();
      }
    },
    600_000,
  );
});
