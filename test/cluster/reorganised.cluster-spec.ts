import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readConfig } from '../../src/platform/config/config.js';
import { openDatabase } from '../../src/runtime/database/open-database.js';
import { bounded } from '../bounded.js';
import { liveThrough } from '../property/live-through.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

(HAS_CITUS ? describe : describe.skip)(
  'on a cluster, after any reorganisations, faults, stops and kills',
  () => {
    let cluster: CitusCluster;

    beforeAll(async () => {
      cluster = await startCitusCluster();
    });
    afterAll(() => cluster?.stop());

    it.each(bounded([1, 2], [1, 2, 3, 4, 5, 6]))(
      'the projections equal the final chain, seed %i',
      async (seed) => {
        const url = await cluster.database();
        const config = readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' });
        await (await openDatabase(config, 'apply')).close();
        await liveThrough(seed, { url, drop: async () => undefined });
      },
    );
  },
);
