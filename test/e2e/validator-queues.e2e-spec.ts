import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { QueueSample } from '../../src/domain/consensus/queue-sample.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { aSample, projectSamples } from '../builder/queue-sampled.js';
import { useService } from './fixture/use-service.js';

const EPOCH_SECONDS = 384;
const DAY_SECONDS = 86_400;
const EPOCHS_PER_DAY = 225;

/** A genesis time by which today begins with an epoch, so that a day has 225 epochs. */
const TODAY = Math.floor(Date.now() / 1_000 / DAY_SECONDS) * DAY_SECONDS;
const DAYS = 200;
const GENESIS = TODAY - DAYS * DAY_SECONDS;
const FIRST_OF_TODAY = DAYS * EPOCHS_PER_DAY;
/** The epoch that many days ago, so many epochs into the day. */
const ago = (days: number, epochs = 0): number => FIRST_OF_TODAY - days * EPOCHS_PER_DAY + epochs;
const timeOf = (epoch: number): string =>
  new Date((GENESIS + epoch * EPOCH_SECONDS) * 1_000).toISOString().replace('.000Z', 'Z');

const sample = (changes: Partial<QueueSample> = {}): QueueSample =>
  aSample({ genesisTime: GENESIS, ...changes });

/** Estimates at every 256th epoch before the first sample: one queue has the epoch's number modulo 97, the other 0. */
const ESTIMATES = Array.from({ length: 100 }, (_, index) => Math.floor(ago(4) / 256) * 256 - 256 * index)
  .reverse()
  .map((epoch) => ({ epoch, pendingActivation: epoch % 97, pendingExit: 0 }));

const SAMPLES: Readonly<Record<number, QueueSample>> = {
  [ago(4, 100)]: sample({ pendingActivation: 7, estimates: ESTIMATES }),
  [ago(4, 101)]: sample({ pendingActivation: 8, pendingExit: 900 }),
  [ago(4, 224)]: sample({ pendingActivation: 9, pendingExit: 500 }),
  [ago(2, 3)]: omit(sample(), 'pendingExitGwei'),
  [ago(1, 0)]: sample(),
  [ago(1, 224)]: sample({ pendingActivation: 11 }),
};

function omit(from: QueueSample, field: 'pendingExitGwei' | 'churnGwei'): QueueSample {
  const { [field]: _, ...rest } = from;
  return rest;
}

const fillWith = (samples: Readonly<Record<number, QueueSample>>) => (pool: Pool) =>
  inTransaction(pool, (tx) => projectSamples(tx, samples));

type Point = Record<string, unknown> & {
  readonly epoch: number;
  readonly time: string;
  readonly source: string;
};

describe('validator queues', () => {
  const service = useService({ fill: fillWith(SAMPLES) });
  const history = async (query = '?limit=90') => (await service.get(`consensus/queues${query}`)).json;
  const points = async (query?: string): Promise<Point[]> => (await history(query)).data.points;

  it('R-164, R-165, R-180: have these fields and no others', async () => {
    const { data, meta } = await history();
    expect(Object.keys(data)).toEqual(['chainId', 'current', 'granularity', 'observedFrom', 'points']);
    expect(data.granularity).toBe('day');
    expect(meta).not.toHaveProperty('asOfBlock');
    expect(Object.keys(data.current).sort()).toEqual(
      [
        ...['activationRate', 'activeValidators', 'asOfEpoch', 'asOfTime', 'exitRate', 'netQueue'],
        ...['pendingActivation', 'pendingActivationGwei', 'pendingExit', 'pendingExitGwei'],
      ].sort(),
    );
    const keys = new Set(data.points.map((point: Point) => Object.keys(point).sort().join()));
    expect([...keys]).toEqual([
      [
        ...['activationRate', 'activeValidators', 'epoch', 'exitRate', 'netQueue', 'pendingActivation'],
        ...[
          'pendingActivationGwei',
          'pendingExit',
          'pendingExitGwei',
          'source',
          'time',
          'totalActiveBalanceGwei',
        ],
      ].join(),
    ]);
  });

  it('R-166, R-055: accept a limit from 1 to 90, with 30 as default', async () => {
    expect(await points('')).toHaveLength(30);
    expect(await points('?limit=1')).toHaveLength(1);
    for (const limit of [0, 91]) {
      const { status, json } = await service.get(`consensus/queues?limit=${limit}`);
      expect(status).toBe(400);
      expect(json.error.details).toMatchObject({ reason: 'limit_out_of_range', maxLimit: 90, actual: limit });
    }
  });

  it('R-167, R-168, R-317: have a point for the last epoch of each day, newest first', async () => {
    const served = await points();
    const observed = served.filter(({ source }) => source === 'observed');
    expect(observed.map(({ epoch }) => epoch)).toEqual([ago(1, 224), ago(2, 3), ago(4, 224)]);
    expect(observed.map(({ pendingActivation }) => pendingActivation)).toEqual([11, 40, 9]);
    const days = served.map(({ time }) => time.slice(0, 10));
    expect(days).toEqual([...new Set(days)].sort().reverse());
    expect(await points('?limit=5')).toEqual(served.slice(0, 5));
  });

  it('R-169, R-177, R-178, R-072: begin with the latest sample, at the start of its epoch', async () => {
    const { data } = await history();
    expect(data.current).toEqual({
      asOfEpoch: ago(1, 224),
      asOfTime: timeOf(ago(1, 224)),
      activeValidators: 1_000,
      pendingActivation: 11,
      pendingExit: 10,
      netQueue: 1,
      activationRate: 0.011,
      exitRate: 0.01,
      pendingActivationGwei: '1344000000000',
      pendingExitGwei: '320000000000',
    });
    const { asOfEpoch, asOfTime, ...counters } = data.current;
    expect(data.points[0]).toEqual({
      source: 'observed',
      epoch: asOfEpoch,
      time: asOfTime,
      ...counters,
      totalActiveBalanceGwei: '32000000000000',
    });
    for (const { epoch, time } of data.points) expect(time).toBe(timeOf(epoch));
    expect(data.observedFrom).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('R-170, R-182, R-A014: are estimated before the first sample, and only there', async () => {
    const { data } = await history();
    expect(data.observedFrom).toBe(timeOf(ago(4, 100)));
    for (const { time, source } of data.points)
      expect(source).toBe(time < data.observedFrom ? 'reconstructed' : 'observed');
    const reconstructed = data.points.filter(({ source }: Point) => source === 'reconstructed');
    expect(reconstructed.length).toBeGreaterThan(60);
    for (const { epoch, pendingActivation } of reconstructed) expect(pendingActivation).toBe(epoch % 97);
  });

  it('R-171, R-173, R-174, R-A008 to R-A013: have null for what an estimated point cannot know, and 0 if its bound is 0', async () => {
    const reconstructed = (await points()).filter(({ source }) => source === 'reconstructed');
    for (const point of reconstructed)
      expect(point).toMatchObject({
        pendingExit: 0,
        netQueue: point.pendingActivation,
        activationRate: null,
        exitRate: null,
        activeValidators: null,
        pendingActivationGwei: null,
        pendingExitGwei: null,
        totalActiveBalanceGwei: null,
      });
  });

  it('R-172: have null for capital that was not sampled', async () => {
    const point = (await points()).find(({ epoch }) => epoch === ago(2, 3));
    expect(point).toMatchObject({ pendingActivationGwei: '1344000000000', pendingExitGwei: null });
  });

  it('R-175, R-176: state differences, which may be negative, and shares of the active set', async () => {
    const point = (await points()).find(({ epoch }) => epoch === ago(4, 224));
    expect(point).toMatchObject({ netQueue: -491, activationRate: 0.009, exitRate: 0.5 });
  });

  it('R-073: state capital in gwei', async () => {
    const [point] = await points();
    // Two validators of the registry, and forty deposits.
    expect(point).toMatchObject({ pendingActivationGwei: String(42n * 32n * 10n ** 9n) });
  });

  it('R-179: include nothing older than 90 days', async () => {
    const { data, meta } = await history();
    const oldest = data.points.at(-1).time;
    expect(Date.parse(oldest)).toBeGreaterThanOrEqual(meta.timestamp - 90 * DAY_SECONDS * 1_000);
    expect(Date.parse(oldest)).toBeLessThan(meta.timestamp - 88 * DAY_SECONDS * 1_000);
  });

  it('R-183, R-A017, R-A192 to R-A195: state now the same as the current queues, and the waiting times', async () => {
    const { data, meta } = (await service.get('consensus/queues/current')).json;
    expect(meta).not.toHaveProperty('asOfBlock');
    expect(data).toEqual({
      chainId: 1,
      ...(await history()).data.current,
      totalActiveBalanceGwei: '32000000000000',
      activationChurnGweiPerEpoch: '128000000000',
      exitChurnGweiPerEpoch: '128000000000',
      // Deposits for ten epochs; exits for two and a half.
      estimatedActivationWaitSeconds: 10 * EPOCH_SECONDS,
      estimatedExitWaitSeconds: 2.5 * EPOCH_SECONDS,
    });
  });
});

describe('validator queues of a state under unknown rules, or without a list of exits', () => {
  const bare = omit(omit(sample({ activeValidators: 3 }), 'churnGwei'), 'pendingExitGwei');
  const service = useService({ fill: fillWith({ [ago(1)]: bare }) });

  it('R-A006, R-A007, R-A015, R-A016: state sampled capital, and null for what was not sampled', async () => {
    const { data } = (await service.get('consensus/queues/current')).json;
    expect(data).toMatchObject({ pendingActivationGwei: '1344000000000', pendingExitGwei: null });
    expect(data).toHaveProperty('totalActiveBalanceGwei');
    for (const field of Object.keys(data)) expect(field).not.toMatch(/Churn|Wait/);
  });
});

describe('validator queues without samples', () => {
  const service = useService({ fill: async () => undefined });
  const old = useService({ fill: fillWith({ [ago(91)]: sample() }) });

  it('R-181, R-034: are not available, and neither are those whose newest sample is older than 90 days', async () => {
    for (const { get } of [service, old]) {
      for (const path of ['consensus/queues', 'consensus/queues/current']) {
        const { status, json } = await get(path);
        expect(status).toBe(503);
        expect(json.error.code).toBe('service_unavailable');
        expect(json.error).not.toHaveProperty('details');
      }
    }
  });
});
