import { describe } from '@jest/globals';
import { PostgresGraphStore } from '../../src/projection/graph/postgres-graph-store.js';
import { graphStoreSuite } from './graph-store-suite.js';

describe('the graph in PostgreSQL', () => {
  graphStoreSuite(async (pool) => ({
    store: new PostgresGraphStore(pool),
    catchUp: async () => undefined,
  }));
});
