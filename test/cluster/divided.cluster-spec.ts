import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLog } from '../../src/event-store/check-log.js';
import { readConfig } from '../../src/platform/config/config.js';
import { divideFirstPartition } from '../../src/platform/postgres/partitions/divide-first-partition.js';
import {
  PARTITION_BLOCKS,
  PARTITIONED_TABLES,
  partitionOf,
} from '../../src/platform/postgres/partitions/partitioned-tables.js';
import { restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { storeDigests } from '../fixture/store-digests.js';
import { storedTables } from '../fixture/stored-tables.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

const BLOCKS = 60;

(HAS_CITUS ? describe : describe.skip)('a cluster with all rows of blocks in one partition', () => {
  let cluster: CitusCluster;
  let demo: DemoDatabases;
  let opened: OpenDatabase;

  beforeAll(async () => {
    cluster = await startCitusCluster();
    demo = await DemoDatabases.start();
    const url = await cluster.database();
    opened = await openDatabase(readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' }), 'apply');
    const first = demo.chain.firstBlock;
    for (const table of PARTITIONED_TABLES)
      for (const change of [
        `DETACH PARTITION ${table}_p0`,
        `ATTACH PARTITION ${table}_p0 FOR VALUES FROM (0) TO (${(partitionOf(first) + 1) * PARTITION_BLOCKS})`,
      ])
        await opened.pool.query(`ALTER TABLE ${table} ${change}`);
    await demo.ingest(opened.pool, allProjectors({ firstBlock: first, isDemo: true }), [
      [first, first + BLOCKS - 1],
    ]);
  });
  afterAll(async () => {
    await opened?.close();
    await demo?.stop();
    await cluster?.stop();
  });

  it('is divided into partitions on its nodes, with the same rows', async () => {
    const { pool } = opened;
    const stored = async () => [await storedTables(pool), await storeDigests(pool)];
    const before = await stored();
    const made = await divideFirstPartition(
      pool,
      async () => undefined,
      () => undefined,
    );
    expect(made).toBe(1);
    await restoreReadIndexes(pool);
    expect(await stored()).toEqual(before);
    expect(await checkLog(pool, () => undefined)).toEqual([]);
    const { rows } = await pool.query(
      `SELECT count(*) AS count FROM log_p${partitionOf(demo.chain.firstBlock)}`,
    );
    expect(rows[0].count).toBeGreaterThan(0);
  });
});
