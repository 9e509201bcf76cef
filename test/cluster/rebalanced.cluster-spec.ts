import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { readConfig } from '../../src/platform/config/config.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type CitusCluster, HAS_CITUS, query, startCitusCluster } from './citus-cluster.js';

(HAS_CITUS ? describe : describe.skip)('a cluster that gets a node and loses it', () => {
  let cluster: CitusCluster;
  let demo: DemoDatabases;
  let local: Pool;
  let url: string;
  let opened: OpenDatabase;

  beforeAll(async () => {
    cluster = await startCitusCluster();
    demo = await DemoDatabases.start();
    local = await demo.inOrder();
    url = await cluster.database({ nodes: 1 });
    opened = await openDatabase(readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' }), 'apply');
  });
  afterAll(async () => {
    await opened?.close();
    await demo?.stop();
    await cluster?.stop();
  });

  /** Number of shards by the port of their node. */
  const shards = async (): Promise<ReadonlyMap<number, number>> => {
    const { rows } = await opened.pool.query<{ port: number; count: number }>(
      'SELECT nodeport AS port, count(*)::int4 AS count FROM citus_shards GROUP BY 1 ORDER BY 1',
    );
    return new Map(rows.map(({ port, count }) => [port, count]));
  };

  it('has the claims that one server has', async () => {
    const [, one, other] = cluster.ports;
    const [first, last] = demo.whole;
    const [third, rest] = [
      first + Math.floor((last - first) / 3),
      first + Math.floor((2 * (last - first)) / 3),
    ];
    const projectors = () => allProjectors({ firstBlock: first, isDemo: true });
    await demo.ingest(opened.pool, projectors(), [[first, third]]);
    const before = await shards();
    expect([...before.keys()]).toEqual([one]);

    await query(url, `SELECT citus_add_node('127.0.0.1', ${other})`);
    await query(url, `SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes')`);
    expect([...(await shards()).keys()]).toEqual([one, other]);
    await demo.ingest(opened.pool, projectors(), [[third + 1, rest]]);

    await query(url, `SELECT citus_drain_node('127.0.0.1', ${other}, shard_transfer_mode => 'block_writes')`);
    await query(url, `SELECT citus_remove_node('127.0.0.1', ${other})`);
    expect(await shards()).toEqual(before);
    await demo.ingest(opened.pool, projectors(), [[rest + 1, last]]);

    expect(await claimDigest(opened.pool)).toEqual(await claimDigest(local));
    expect(await checkProjections(opened.pool)).toEqual([]);
  });
});
