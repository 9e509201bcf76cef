import { describe, it } from '@jest/globals';
import { createPool } from '../../src/platform/postgres/pool.js';
import { createDatabase } from '../fixture/database.js';
import { PostgresTrialStore } from './postgres-trial.js';
import { BLOCKS, seedsOf } from './seeds.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

describe('what the engine has stored in PostgreSQL after any life', () => {
  it.each(seedsOf('PostgreSQL', 1 / 10))(
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
