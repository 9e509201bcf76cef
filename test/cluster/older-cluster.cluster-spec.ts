import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createDataSource } from '../../src/platform/postgres/data-source.js';
import {
  DISTRIBUTED_TABLES,
  TABLES_BY_COLUMN,
} from '../../src/platform/postgres/distributed/distributed-tables.js';
import { NEWEST_OF_SHARDS } from '../../src/platform/postgres/distributed/push-limits-down.js';
import { columnsOnNodes } from '../../src/platform/postgres/distributed/tables-on-nodes.js';
import { migrate } from '../../src/platform/postgres/migrate.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type CitusCluster, HAS_CITUS, query, startCitusCluster } from './citus-cluster.js';

const BLOCKS = 60;
/** Tables distributed since the release before, tables whose distribution column changed, and the first migration since. */
const SINCE = ['proof_segment', 'undecided_interval'];
const BY_BLOCK = ['account_state', 'native_credit', 'storage_answer', 'storage_change'];
const MIGRATION = 'ReadClaimsAtOnce1795824500000';
const ONE_ROW_FOR_A_PAIR = 'StoreCounterpartiesOnce1795824850000';

(HAS_CITUS ? describe : describe.skip)('a cluster of the release before', () => {
  let cluster: CitusCluster;
  let demo: DemoDatabases;
  let url: string;
  let before: unknown;

  const open = (): Promise<OpenDatabase> =>
    openDatabase(readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' }), 'apply');

  const stored = async ({ pool }: OpenDatabase): Promise<unknown> => {
    const { rows } = await pool.query(
      'SELECT position, chain_digest, recorded_at FROM chain_event ORDER BY 1',
    );
    const tables: unknown[] = [];
    for (const table of [...SINCE, ...BY_BLOCK]) {
      const found = await pool.query(
        `SELECT count(*) AS count, sum(hashtextextended(row::text, 0)::numeric) AS hash FROM ${table} row`,
      );
      tables.push({ table, ...found.rows[0] });
    }
    return [rows, tables, await claimDigest(pool), await checkLog(pool, () => undefined)];
  };

  beforeAll(async () => {
    cluster = await startCitusCluster();
    demo = await DemoDatabases.start();
    url = await cluster.database();
    const opened = await open();
    const first = demo.chain.firstBlock;
    await demo.ingest(opened.pool, allProjectors({ firstBlock: first, isDemo: true }), [
      [first, first + BLOCKS - 1],
    ]);
    before = await stored(opened);
    await opened.close();
    const source = await createDataSource(url);
    await source.initialize();
    while ((await source.query('SELECT FROM migration WHERE name = $1', [MIGRATION])).length > 0)
      await source.undoLastMigration();
    await source.destroy();
    // Restores the old state: the coordinator has the rows.
    for (const table of SINCE) await query(url, `SELECT undistribute_table('${table}')`);
    for (const table of BY_BLOCK)
      await query(
        url,
        `SELECT alter_distributed_table('${table}', distribution_column => 'block_number', colocate_with => 'log')`,
      );
    // No later migration creates this function again.
    await query(url, 'ALTER FUNCTION transfers_of_token RESET ALL');
  });
  afterAll(async () => {
    await demo?.stop();
    await cluster?.stop();
  });

  it('is upgraded, even if a node dies meanwhile', async () => {
    await migrate(url);
    await cluster.killNode(2);
    await expect(open()).rejects.toThrow();
    await cluster.startNode(2);
    const opened = await open();
    const columns = await columnsOnNodes(opened.pool);
    expect([...columns.keys()]).toEqual(DISTRIBUTED_TABLES);
    for (const [table, column] of columns) expect(TABLES_BY_COLUMN[column]).toContain(table);
    expect(await stored(opened)).toEqual(before);
    const { rows } = await opened.pool.query(
      'SELECT name FROM unnest($1::text[]) name WHERE pg_relation_size(name::regclass) > 0',
      [DISTRIBUTED_TABLES],
    );
    expect(rows).toEqual([]);
    const { rows: pushed } = await opened.pool.query(
      `SELECT proname AS name FROM pg_proc WHERE 'citus.subquery_pushdown=on' = ANY (proconfig) ORDER BY 1`,
    );
    expect(pushed.map(({ name }) => name)).toEqual(NEWEST_OF_SHARDS);
    await opened.close();
  });

  it('keeps its counterparties, which are on the nodes', async () => {
    const source = await createDataSource(url);
    await source.initialize();
    const isMigrated = () =>
      source.query('SELECT FROM migration WHERE name = $1', [ONE_ROW_FOR_A_PAIR]) as Promise<unknown[]>;
    while ((await isMigrated()).length > 0) await source.undoLastMigration();
    await source.destroy();
    await query(url, `SELECT create_distributed_table('counterparty', 'address_a', colocate_with => 'none')`);
    await query(
      url,
      `SELECT create_distributed_table('counterparty_in_bucket', 'address_a', colocate_with => 'counterparty')`,
    );
    // One pair met in two buckets, the other in one.
    await query(
      url,
      `INSERT INTO counterparty_in_bucket SELECT start, start, start, 1, 1, 1, 0, 1, 0, 0, 0, 'a', other::bytea
         FROM (VALUES (0, 'b'), (4096, 'b'), (0, 'c')) met (start, other)`,
    );
    await query(
      url,
      `INSERT INTO counterparty SELECT min(first_block), max(last_block), sum(1), sum(1), sum(1), 0, sum(1), 0, 0, 0, address_a, address_b
         FROM counterparty_in_bucket GROUP BY address_a, address_b`,
    );
    const { pool, close } = await open();
    const { rows } = await pool.query(
      `SELECT from_block AS at, is_total AS "isTotal", tx_count AS txs FROM counterparty_sum ORDER BY address_b, 1`,
    );
    expect(rows).toEqual([
      { at: -1, isTotal: true, txs: 2 },
      { at: 0, isTotal: false, txs: 1 },
      { at: 4096, isTotal: false, txs: 1 },
      { at: 0, isTotal: true, txs: 1 },
    ]);
    await close();
  });
});
