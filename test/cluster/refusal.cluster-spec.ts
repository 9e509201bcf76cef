import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/platform/config/config.js';
import { DISTRIBUTED_TABLES } from '../../src/platform/postgres/distributed/distributed-tables.js';
import { tablesOnNodes } from '../../src/platform/postgres/distributed/tables-on-nodes.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { type CitusCluster, HAS_CITUS, query, startCitusCluster } from './citus-cluster.js';

const open = (DATABASE_URL: string, DISTRIBUTED?: string): Promise<OpenDatabase> =>
  openDatabase(readConfig({ DATABASE_URL, DISTRIBUTED }), 'apply');

const ONE_ROW = `INSERT INTO withdrawal VALUES (7, 1, 2, '\\x00', 3)`;

(HAS_CITUS ? describe : describe.skip)('DISTRIBUTED', () => {
  let cluster: CitusCluster;

  beforeAll(async () => {
    cluster = await startCitusCluster();
  });
  afterAll(() => cluster?.stop());

  it('is refused without the extension, and without a node that takes rows', async () => {
    const without = await cluster.database({ extension: false });
    await expect(open(without, 'citus')).rejects.toThrow('needs the extension citus: run CREATE EXTENSION');
    await expect(open(await cluster.database({ nodes: 0 }), 'citus')).rejects.toThrow(
      'needs a node that takes rows: add one by citus_add_node',
    );
  });

  it('distributes the tables of blocks once, and is required from then on', async () => {
    const url = await cluster.database();
    for (const migrated of [true, false]) {
      const opened = await open(url, 'citus');
      expect(opened.migrated.length > 0).toBe(migrated);
      expect(await tablesOnNodes(opened.pool)).toEqual(DISTRIBUTED_TABLES);
      await opened.close();
    }
    await expect(open(url)).rejects.toThrow('its rows lie on the nodes of a cluster: set DISTRIBUTED=citus');
  });

  it('finishes an interrupted distribution, but distributes no database that was filled on one server', async () => {
    const url = await cluster.database();
    await (await open(url)).close();
    const opened = await open(url, 'citus');
    expect(await tablesOnNodes(opened.pool)).toEqual(DISTRIBUTED_TABLES);
    await opened.close();
    const filled = await cluster.database();
    await (await open(filled)).close();
    await query(filled, ONE_ROW);
    await expect(open(filled, 'citus')).rejects.toThrow('it was filled without DISTRIBUTED=citus');
    await (await open(filled)).close();
  });

  it('distributes a table that a later migration created again, with its rows', async () => {
    const url = await cluster.database();
    await (await open(url, 'citus')).close();
    await query(
      url,
      `CREATE TABLE anew (LIKE native_credit INCLUDING ALL); INSERT INTO anew (block_number, address, wei) VALUES (7, '\\x00', 3);
       DROP TABLE native_credit; ALTER TABLE anew RENAME TO native_credit`,
    );
    const opened = await open(url, 'citus');
    expect(await tablesOnNodes(opened.pool)).toEqual(DISTRIBUTED_TABLES);
    expect((await opened.pool.query('SELECT block_number FROM native_credit')).rows).toEqual([
      { block_number: 7 },
    ]);
    await opened.close();
  });
});
