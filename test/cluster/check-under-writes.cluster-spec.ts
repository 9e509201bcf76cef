import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { checkState } from '../../src/cli/check/check-state.js';
import { readConfig } from '../../src/platform/config/config.js';
import { findWhole } from '../../src/platform/postgres/distributed/find-whole.js';
import { sequenceOf } from '../../src/platform/postgres/publication.js';
import { type OpenDatabase, openDatabase } from '../../src/runtime/database/open-database.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

const BLOCKS_PER_FLUSH = 2;
const BLOCKS_PER_LOOK = 4;

(HAS_CITUS ? describe : describe.skip)('check, while blocks are stored on a cluster', () => {
  let cluster: CitusCluster;
  let demo: DemoDatabases;
  let writer: OpenDatabase;
  /** Pool of the check, which runs in another process than the writer. */
  let pool: Pool;
  let close: () => Promise<void>;

  beforeAll(async () => {
    cluster = await startCitusCluster();
    demo = await DemoDatabases.start();
    const config = readConfig({ DATABASE_URL: await cluster.database(), DISTRIBUTED: 'citus' });
    writer = await openDatabase(config, 'apply');
    const opened = await openDatabase(config, 'expect');
    ({ pool } = opened);
    close = () => opened.close();
  });
  afterAll(async () => {
    await close?.();
    await writer?.close();
    await demo?.stop();
    await cluster?.stop();
  });

  const look = (find: (tx: PoolClient) => Promise<string[]>) => findWhole(pool, find);
  const problems = async (): Promise<string[]> => [
    ...(await checkProjections(pool, look)),
    ...(await checkState(pool, forkSchedule(), () => undefined, look)),
  ];

  const blockAt = (share: number): number => {
    const [first, last] = demo.whole;
    return first + Math.floor((last - first) * share);
  };
  const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

  /** Stores a part of the chain in many transactions while it repeats the check. Resolves with the problems of each check. */
  async function checked([from, to]: readonly [share: number, share: number]): Promise<{
    readonly found: readonly string[][];
    readonly changes: number;
  }> {
    const ranges: [number, number][] = [];
    for (let block = blockAt(from); block < blockAt(to); block += BLOCKS_PER_FLUSH)
      ranges.push([block, Math.min(block + BLOCKS_PER_FLUSH, blockAt(to)) - 1]);
    let isWriting = true;
    const before = await sequenceOf(pool);
    const writing = demo.ingest(writer.pool, projectors(), ranges).finally(() => {
      isWriting = false;
    });
    const found: string[][] = [];
    while (isWriting) found.push(await problems());
    await writing;
    return { found, changes: ((await sequenceOf(pool)) - before) / 2 };
  }

  it('finds nothing if claims are stored between the snapshots of the coordinator and of the nodes', async () => {
    let next = blockAt(0);
    const failures: unknown[] = [];
    const storing = async (): Promise<void> => {
      await demo.ingest(writer.pool, projectors(), [[next, next + BLOCKS_PER_LOOK - 1]]);
      next += BLOCKS_PER_LOOK;
    };
    const lookBetween = (find: (tx: PoolClient) => Promise<string[]>) => {
      let isFirst = true;
      return findWhole(pool, async (tx) => {
        await tx.query('SELECT FROM chain_event LIMIT 1');
        if (isFirst) await storing();
        isFirst = false;
        return find(tx).catch((failure: unknown) => {
          failures.push(failure);
          throw failure;
        });
      });
    };
    expect(await checkProjections(pool, lookBetween)).toEqual([]);
    expect(failures).toContainEqual(expect.objectContaining({ code: 'P0002' }));
    expect(next).toBeLessThan(blockAt(0.4));
    await demo.ingest(writer.pool, projectors(), [[next, blockAt(0.4) - 1]]);
  });

  it('finds no problem in a sound store, and does not stop the writer', async () => {
    const { found, changes } = await checked([0.4, 0.9]);
    console.log(`${found.length} checks in ${changes} changes`);
    expect(changes).toBeGreaterThan(50);
    expect(found.length).toBeGreaterThan(1);
    expect(found.flat()).toEqual([]);
  });

  it('finds a row that a node lost', async () => {
    await pool.query(
      'DELETE FROM transaction WHERE (block_number, tx_index) = (SELECT block_number, tx_index FROM transaction LIMIT 1)',
    );
    const { found } = await checked([0.9, 1]);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect(one).toContainEqual(expect.stringContaining('a block has as many transactions as it states'));
  });
});
