import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { shardsBeside } from '../../src/engine/shards/shard-of.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { BlockWorkers } from '../../src/ingestion/worker/block-workers.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { sequenceOf } from '../../src/platform/postgres/publication.js';
import { LastState } from '../../src/records/state/last-state.js';
import { openDatabase } from '../../src/runtime/database/open-database.js';
import { ClaimThread } from '../../src/runtime/evaluation/claim-thread.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { type Range, shuffledRanges } from '../builder/shuffled-ranges.js';
import { allSpans } from '../fixture/all-spans.js';
import { openNewDatabase } from '../fixture/opened-database.js';
import { storeDigests } from '../fixture/store-digests.js';
import { Prng } from '../simulation/prng.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

const BLOCKS = 160;
const SPAN = 16;

/** The digests of the store, then the digest and the seal of each span. */
async function allDigests(pool: Pool): Promise<string> {
  const spans = await allSpans(pool, SPAN);
  expect(spans.length).toBeGreaterThan(BLOCKS / SPAN - 1);
  return [await storeDigests(pool), ...spans.map(({ digest, seal }) => `${digest}:${seal}`)].join(' ');
}

(HAS_CITUS ? describe : describe.skip)('digests of a cluster', () => {
  let cluster: CitusCluster;
  let node: SimulatedNode;
  let whole: Range;
  /** Digests after one thread stored the chain on one server. */
  let alone: string;

  beforeAll(async () => {
    cluster = await startCitusCluster();
    node = await startSimulatedNode({ seed: 16_180 });
    await node.chain.extend(BLOCKS);
    whole = [node.chain.firstBlock, node.chain.firstBlock + BLOCKS - 1];
    const { pool, url, drop } = await openNewDatabase();
    await store(pool, url, 0, [whole]);
    alone = await allDigests(pool);
    await drop();
  });
  afterAll(async () => {
    await node?.stop();
    await cluster?.stop();
  });

  /** With workers, a thread evaluates the claims, in two shards for four workers. */
  async function store(pool: Pool, url: string, workers: number, ranges: readonly Range[]): Promise<void> {
    const schedule = forkSchedule();
    const refuse = (reason: string): never => {
      throw new Error(reason);
    };
    const execution = await ExecutionSource.connect([node.url], 1, (what) => refuse(what));
    const source = new BlockWorkers(new VerifiedSource(execution, schedule), schedule, workers, {
      onRefusal: (what) => refuse(what),
      onLost: (reason) => refuse(reason),
    });
    const chain = { firstBlock: 0, isDemo: false };
    const settings = { databaseUrl: url, chain, shards: shardsBeside(workers) };
    const claims = new ClaimThread(settings, refuse);
    const writer = await ChainWriter.open(pool, {
      projectors: allProjectors(),
      comparison: { last: new LastState(pool), schedule },
      ...(workers > 0 && { followers: claims }),
    });
    const { signal } = new AbortController();
    try {
      for (const [fromBlock, toBlock] of ranges)
        await ingestRange(source, writer, {
          ...{ fromBlock, toBlock, settledUpTo: toBlock, signal },
          isLong: workers > 0,
        });
    } finally {
      await claims.close();
      writer.close();
      await source.close();
      await execution.close();
    }
  }

  async function digests(workers: number, ranges: readonly Range[]): Promise<string> {
    const url = await cluster.database();
    const opened = await openDatabase(readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' }), 'apply');
    try {
      await store(opened.pool, url, workers, ranges);
      expect((await claimDigest(opened.pool)).segments).toBeGreaterThan(100);
      return await allDigests(opened.pool);
    } finally {
      await opened.close();
    }
  }

  it.each([0, 2, 4])('are those of one thread on one server, with %d workers', async (workers) => {
    expect(await digests(workers, [whole])).toBe(alone);
  });

  it('come from a store in which the evaluating thread publishes its commits', async () => {
    const url = await cluster.database();
    await (await openDatabase(readConfig({ DATABASE_URL: url, DISTRIBUTED: 'citus' }), 'apply')).close();
    // The writer publishes nothing here, so only the thread raises the sequence.
    const pool = createPool(url, { statementTimeoutMs: 0 });
    const before = await sequenceOf(pool);
    await store(pool, url, 2, [whole]);
    expect(await sequenceOf(pool)).toBeGreaterThan(before);
    await pool.end();
  });

  it('of claims and their spans do not depend on the order of ranges, with 4 workers', async () => {
    const [log, ...others] = (await digests(4, shuffledRanges(whole, new Prng(11)))).split(' ');
    expect(others).toEqual(alone.split(' ').slice(1));
    expect(log).not.toBe(alone.split(' ')[0]);
  });
});
