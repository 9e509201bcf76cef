import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueueSample } from '../../src/domain/consensus/queue-sample.js';
import { ConsensusSource } from '../../src/node/consensus/consensus-source.js';
import { type BeaconServer, startBeaconServer } from './beacon-server.js';
import { GeneratedRegistry } from './generated-registry.js';
import { reportedBy } from './reported-by.js';

const EPOCH = 400_100;
const registry = new GeneratedRegistry(20_000, EPOCH, 300);

describe('a generated registry, over HTTP', () => {
  let server: BeaconServer;
  let source: ConsensusSource;
  let sample: QueueSample;

  beforeAll(async () => {
    server = await startBeaconServer(reportedBy(registry));
    source = new ConsensusSource([server.url]);
    sample = (await source.newest(undefined))!.sample;
  });
  afterAll(async () => {
    await source.close();
    await server.stop();
  });

  it('is counted exactly', () => {
    const lives = Array.from({ length: registry.size }, (_, index) => registry.lifeOf(index));
    const sum = (amounts: readonly number[]): bigint =>
      amounts.reduce((total, amount) => total + BigInt(amount), 0n);
    const active = lives.filter(({ activated, exited }) => activated <= EPOCH && EPOCH < exited);
    const leaving = lives.flatMap((life, index) =>
      life.activated <= EPOCH && EPOCH < life.exited && life.exited !== Number.POSITIVE_INFINITY
        ? [{ ...life, index }]
        : [],
    );
    const queued = lives.filter(({ activated, effectiveGwei }) => activated > EPOCH && effectiveGwei >= 32e9);
    const truth = registry.trueQueues(EPOCH);
    expect(sample).toMatchObject({
      validatorCount: 20_000,
      activeValidators: active.length,
      totalActiveGwei: sum(active.map(({ effectiveGwei }) => effectiveGwei)),
      pendingActivation: truth.pendingActivation,
      pendingExit: leaving.length,
      queuedGwei: sum(queued.map(({ effectiveGwei }) => effectiveGwei)),
      depositedGwei: (300n * 32n + 100n + 20n * 2n) * 10n ** 9n,
      // A validator that consolidates into another stays staked; one of the two partial withdrawals has left the queue.
      pendingExitGwei:
        sum(leaving.filter(({ index }) => index % 5 !== 0).map(({ effectiveGwei }) => effectiveGwei)) +
        3_000_000_000n,
      churnGwei: 128_000_000_000n,
    });
    expect(leaving.length).toBe(truth.pendingExit);
    for (const count of [active, leaving, queued]) expect(count.length).toBeGreaterThan(20);
  });

  it('gives estimates for every 256th epoch of the last 90 days, never above the true queues', () => {
    expect(sample.estimates[0]!.epoch).toBeGreaterThanOrEqual(EPOCH - 90 * 225);
    expect(sample.estimates.at(-1)!.epoch).toBe(Math.floor(EPOCH / 256) * 256);
    expect(sample.estimates).toHaveLength(79);
    for (const [at, { epoch, pendingActivation, pendingExit }] of sample.estimates.entries()) {
      expect(epoch).toBe(sample.estimates[0]!.epoch + 256 * at);
      const truth = registry.trueQueues(epoch);
      expect(pendingActivation).toBeLessThanOrEqual(truth.pendingActivation);
      expect(pendingExit).toBeLessThanOrEqual(truth.pendingExit);
    }
    // The estimates are not all zero either.
    expect(Math.max(...sample.estimates.map(({ pendingActivation }) => pendingActivation))).toBeGreaterThan(
      50,
    );
    expect(Math.max(...sample.estimates.map(({ pendingExit }) => pendingExit))).toBeGreaterThan(0);
  });

  it('estimates exactly the validators that were eligible and not active, and those that exited within the look-ahead', () => {
    for (const { epoch, pendingActivation, pendingExit } of sample.estimates) {
      let [eligible, leaving] = [0, 0];
      for (let index = 0; index < registry.size; index++) {
        const life = registry.lifeOf(index);
        if (life.eligible <= epoch && epoch < life.activated) eligible++;
        if (epoch < life.exited && life.exited <= epoch + 4) leaving++;
      }
      expect({ pendingActivation, pendingExit }).toEqual({
        pendingActivation: eligible,
        pendingExit: leaving,
      });
    }
  });

  it('gives estimates for the past only once', async () => {
    server.reported = { ...server.reported, epoch: EPOCH };
    expect(await source.newest(EPOCH)).toBeUndefined();
    const again = await source.newest(EPOCH - 1);
    expect(again!.sample).toEqual({ ...sample, estimates: [] });
  });
});
