import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { IngestionMetrics } from '../../src/ingestion/ingestion-metrics.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { openFollower } from '../../src/runtime/ingestion/open-follower.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

let node: SimulatedNode;
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 577_215 });
  // Enough blocks for workers.
  await node.chain.extend(330);
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await node.stop();
});

const ignore = (): void => undefined;
const open = (signal: AbortSignal, onAppended = ignore) =>
  openFollower({
    ...{
      pool,
      rpcUrls: [node.url],
      genesis: withoutAllocation({ number: 0 }),
      firstBlock: node.chain.firstBlock,
      stateProofs: 'none',
    },
    ...{ schedule: forkSchedule(), projectors: [], metrics: new IngestionMetrics(new Registry()) },
    listener: {
      ...{ onHead: ignore, onAppended, onReorganised: ignore },
      ...{ onForeignFinality: ignore, onUnanswered: ignore, onContradicted: ignore, onDisputed: ignore },
    },
    ...{ onConnected: ignore, onRefusal: ignore, onWorkerLost: ignore },
  })(signal);

describe('a follower', () => {
  it('releases the lease and the signal if it cannot be opened', async () => {
    const { signal } = new AbortController();
    await pool.query('ALTER TABLE node_host RENAME TO elsewhere');
    await expect(open(signal)).rejects.toThrow('node_host');
    await pool.query('ALTER TABLE elsewhere RENAME TO node_host');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const { close } = await open(signal);
    await close();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('stops while its workers wait for a silent node', async () => {
    const stop = new AbortController();
    const { follower, close } = await open(stop.signal, () => node.faults.arm('hang', 1_000));
    const step = expect(follower.step(stop.signal)).rejects.toThrow('the workers were stopped');
    while (node.faults.waiting === 0) await setTimeout(10);
    await setTimeout(500);
    stop.abort();
    await step;
    await close();
  });
});
