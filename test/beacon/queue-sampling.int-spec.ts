import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { lastSampledEpoch } from '../../src/event-store/sampled-epoch.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { IngestionMetrics } from '../../src/ingestion/ingestion-metrics.js';
import { Leadership } from '../../src/ingestion/leadership.js';
import { QueueRecorder } from '../../src/ingestion/queue/queue-recorder.js';
import { createLogger } from '../../src/platform/log/logger.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { queueProjector } from '../../src/projection/consensus/queue.projector.js';
import { createIngester } from '../../src/runtime/ingestion/create-ingester.js';
import { createSampler } from '../../src/runtime/ingestion/create-sampler.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { aSample } from '../builder/queue-sampled.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { type BeaconServer, startBeaconServer } from './beacon-server.js';
import { smallState } from './small-state.js';

const EPOCH = 400_000;
const logger = createLogger('silent');
let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20);
}

const queueRows = async () => ({
  days: (await pool.query('SELECT * FROM queue_day ORDER BY day')).rows,
  estimates: (await pool.query('SELECT * FROM queue_estimate ORDER BY day')).rows,
});

describe('sampling beside the ingestion', () => {
  let node: SimulatedNode;
  let beacon: BeaconServer;
  const stops: (() => unknown)[] = [];

  beforeEach(async () => {
    node = await startSimulatedNode({ seed: 5 });
    await node.chain.extend(10);
    beacon = await startBeaconServer(smallState({ epoch: EPOCH }));
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await beacon.stop();
    await node.stop();
  });

  function start(beaconUrls: readonly string[]): { readonly registry: Registry } {
    const registry = new Registry();
    const leadership = new Leadership();
    const sampler = createSampler({
      pool,
      beaconUrls,
      registry,
      logger,
      leadership,
    });
    const ingester = createIngester({
      stateProofs: 'claims',
      databaseUrl: database.url,
      chain: { firstBlock: node.chain.firstBlock, isDemo: false },
      pool,
      rpcUrls: [node.url],
      genesis: withoutAllocation({ number: 0 }),
      projectors: allProjectors(),
      schedule: forkSchedule(),
      sampler,
      metrics: new IngestionMetrics(registry),
      logger,
      leadership,
      onConnected: () => undefined,
    });
    ingester.start();
    sampler.start();
    stops.push(
      () => ingester.stop(),
      () => sampler.stop(),
    );
    return { registry };
  }

  const head = async () =>
    Number((await pool.query('SELECT max(number) AS head FROM canonical_block')).rows[0].head);

  it('records a sample as an event, and says so in the metrics', async () => {
    const { registry } = start([beacon.url]);
    await until(async () => (await lastSampledEpoch(pool)) === EPOCH);
    await until(async () => (await head()) === Number(node.chain.head!.json.number));
    expect(await checkLog(pool, () => undefined)).toEqual([]);
    expect(await checkProjections(pool)).toEqual([]);
    expect(await registry.metrics()).toContain(`chainproof_queue_sampled_epoch ${EPOCH}`);
  });

  it('never delays blocks: they are ingested while no beacon node answers, and the service still stops cleanly', async () => {
    await beacon.stop();
    start([beacon.url]);
    await node.chain.extend(5);
    await until(async () => (await head()) === Number(node.chain.head!.json.number));
    expect(await lastSampledEpoch(pool)).toBeUndefined();
    beacon = await startBeaconServer(smallState());
  });
});

describe('samples in the log', () => {
  const sampled = (epoch: number) => ({
    epoch,
    root: Buffer.alloc(32, epoch % 256),
    sample: aSample({
      pendingActivation: epoch % 1_000,
      estimates: epoch === EPOCH ? [{ epoch: 399_872, pendingActivation: 5, pendingExit: 0 }] : [],
    }),
  });

  async function write(work: (writer: ChainWriter) => Promise<void>): Promise<void> {
    const writer = await ChainWriter.open(pool, { projectors: allProjectors() });
    try {
      await work(writer);
    } finally {
      writer.close();
    }
  }

  it('are folded into the same days by a rebuild', async () => {
    await write(async (writer) => {
      for (const epoch of [EPOCH, EPOCH + 1, EPOCH + 300, EPOCH + 301]) await writer.sample([sampled(epoch)]);
    });
    const before = await queueRows();
    expect(before.days.map(({ epoch }) => epoch)).toEqual([EPOCH + 1, EPOCH + 301]);
    expect(before.estimates).toHaveLength(1);
    const lease = await WriterLease.take(pool, 1_000);
    await new ProjectionRunner(pool, lease).rebuild(queueProjector()).finally(() => lease.release());
    expect(await queueRows()).toEqual(before);
    expect(await checkLog(pool, () => undefined)).toEqual([]);
  });

  it('are recorded once for each epoch', async () => {
    await write(async (writer) => {
      await writer.sample([sampled(EPOCH)]);
      await expect(writer.sample([sampled(EPOCH)])).rejects.toThrow('chain_event_epoch');
    });
    expect(await checkProjections(pool)).toEqual([]);
  });

  it('are recorded once, though the writer did not learn that its first attempt was committed', async () => {
    const waiting = [sampled(EPOCH), sampled(EPOCH + 1)];
    const recordedUpTo: number[] = [];
    const sampler = { waiting, recorded: (epoch: number) => void recordedUpTo.push(epoch) };
    await write(async (writer) => {
      await writer.sample([sampled(EPOCH)]);
      expect(await new QueueRecorder(sampler, writer, pool).step()).toBe(1);
      expect(await new QueueRecorder(sampler, writer, pool).step()).toBe(0);
    });
    expect(recordedUpTo).toEqual([EPOCH + 1, EPOCH + 1]);
    expect(await lastSampledEpoch(pool)).toBe(EPOCH + 1);
  });

  it('are checked: a changed sample is found, and a day without a sample', async () => {
    await write((writer) => writer.sample([sampled(EPOCH)]));
    await pool.query(`ALTER TABLE event_payload DISABLE TRIGGER ALL;
      UPDATE event_payload SET payload = substring(payload FOR 9);
      UPDATE queue_day SET epoch = epoch + 1`);
    const problems = [...(await checkLog(pool, () => undefined)), ...(await checkProjections(pool))].join(
      '\n',
    );
    expect(problems).toContain('its sample cannot be read');
    expect(problems).toContain('the days of validator queues are those of the samples');
  });
});
