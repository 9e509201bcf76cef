import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { EventStore } from '../../src/event-store/event-store.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import type { Projector } from '../../src/event-store/projector.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { CounterpartiesReader } from '../../src/projection/counterparty/counterparties.reader.js';
import { counterpartyProjector } from '../../src/projection/counterparty/counterparty.projector.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

const BLOCKS_AT_ONCE = 37;
const SHOWN = 20;
/** Enough for a page, too little for a table. */
const PAGE_RESULT = '64kB';

(HAS_CITUS ? describe : describe.skip)('counterparties on a cluster', () => {
  let cluster: CitusCluster;
  let demo: DemoDatabases;
  let local: Pool;
  let opened: OpenDatabase;
  let clusterUrl: string;
  let projectors: readonly Projector[];

  beforeAll(async () => {
    cluster = await startCitusCluster();
    demo = await DemoDatabases.start();
    const { firstBlock } = demo.chain;
    const small = counterpartyProjector({ firstBlock, bucketBlocks: 16, partBlocks: 4, settledDepth: 4 });
    projectors = allProjectors({ firstBlock, isDemo: true })
      .filter(({ name }) => !['evaluation', 'tracking'].includes(name))
      .map((projector) => (projector.name === small.name ? small : projector));
    clusterUrl = await cluster.database();
    opened = await openDatabase(readConfig({ DATABASE_URL: clusterUrl, DISTRIBUTED: 'citus' }), 'apply');
    const [first, last] = demo.whole;
    const ranges: [number, number][] = [];
    for (let from = first; from <= last; from += BLOCKS_AT_ONCE)
      ranges.push([from, Math.min(from + BLOCKS_AT_ONCE - 1, last)]);
    local = await demo.ingested(projectors, ranges);
    await demo.ingest(opened.pool, projectors, ranges);
  });
  afterAll(async () => {
    await opened?.close();
    await demo?.stop();
    await cluster?.stop();
  });

  const stored = (pool: Pool) =>
    Promise.all(
      ['counterparty_bucket', 'counterparty_in_bucket', 'counterparty'].map(async (table) => {
        const { rows } = await pool.query<{ count: number; hash: string }>(
          `SELECT count(*) AS count, sum(hashtextextended(row::text, 0)::numeric) AS hash FROM ${table} row`,
        );
        return rows[0]!;
      }),
    );

  /** Rankings of the 25 busiest addresses. */
  async function ranked(pool: Pool): Promise<unknown[]> {
    const { rows } = await local.query<{ address: Buffer }>(
      `SELECT address FROM (SELECT address_a AS address FROM counterparty UNION ALL SELECT address_b FROM counterparty) side
       GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 25`,
    );
    const [first, last] = demo.whole;
    const reader = new CounterpartiesReader(pool);
    const found: unknown[] = [];
    for (const { address } of rows) {
      const account = toHex(address);
      const head = (await new CanonicalChain(local).head())!.number;
      found.push(
        await reader.ofAll(account, SHOWN, first),
        await reader.ofAll(account, 1, first),
        await reader.atBlock(account, Math.min(head, Math.floor((first + last) / 2)), SHOWN, first),
        await reader.atBlock(account, head, SHOWN, first),
      );
    }
    return found;
  }

  /** Runs `read` with intermediate results limited to a page each. */
  async function narrowly<T>(read: (pool: Pool) => Promise<T>): Promise<T> {
    const pool = createPool(clusterUrl, { max: 1 });
    await pool.query(`SET citus.max_intermediate_result_size = '${PAGE_RESULT}'`);
    return read(pool).finally(() => pool.end());
  }

  async function unwound(pool: Pool, from: number): Promise<void> {
    const lease = await WriterLease.take(pool, 1_000);
    try {
      for (const projector of projectors) await new ProjectionRunner(pool, lease).catchUp(projector);
      const store = await EventStore.open(pool, lease, projectors);
      await store.append({ orphaned: await new CanonicalChain(pool).from(from), appended: [] });
    } finally {
      lease.release();
    }
  }

  it('are folded and ranked as on one server, and bring no table to the coordinator', async () => {
    const rows = await stored(local);
    for (const { count } of rows) expect(count).toBeGreaterThan(10);
    expect(await stored(opened.pool)).toEqual(rows);
    expect(await narrowly(ranked)).toEqual(await ranked(local));
    expect(await checkProjections(opened.pool)).toEqual([]);
  });

  it('are as on one server after an unwind', async () => {
    const [first, last] = demo.whole;
    const from = Math.floor((first + last) / 2);
    for (const pool of [local, opened.pool]) await unwound(pool, from);
    expect(await stored(opened.pool)).toEqual(await stored(local));
    expect(await ranked(opened.pool)).toEqual(await ranked(local));
  });
});
