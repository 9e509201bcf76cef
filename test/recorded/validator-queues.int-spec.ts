import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { queuesNowRecord } from '../../src/api/consensus/queue/queue.record.js';
import { activationExitChurn, chainSpec } from '../../src/node/consensus/chain-spec.js';
import { ConsensusSource } from '../../src/node/consensus/consensus-source.js';
import { startBeaconServer } from '../beacon/beacon-server.js';
import { MAINNET_SPEC } from '../beacon/mainnet-spec.js';
import { smallState } from '../beacon/small-state.js';
import { linesOf, unzipped } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const directory = join(REFERENCE_DIRECTORY ?? '', 'beacon');
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const GWEI = 10n ** 9n;

interface ValidatorJson {
  readonly index: string;
  readonly status: string;
  readonly validator: Readonly<Record<string, string>>;
}

/** Validators in answers of mainnet beacon nodes, each once. */
function recordedValidators(): ValidatorJson[] {
  const answers = linesOf(join(directory, 'rotki_beacon_and_beaconchain.ndjson.gz')) as {
    readonly url: string;
    readonly response: { readonly data?: unknown };
  }[];
  const lists = answers.flatMap(({ url, response }) =>
    url.endsWith('/states/head/validators') ? (response.data as ValidatorJson[]) : [],
  );
  return [...new Map(lists.map((one) => [one.index, one])).values()];
}

/** A day of validatorqueue.com: queues in ether since Electra, waits in days. */
interface QueueReading {
  readonly date: string;
  readonly entry_queue: number;
  readonly entry_wait: number;
  readonly exit_queue: number;
  readonly exit_wait: number;
  readonly current_entry_churn: number;
  readonly current_exit_churn: number;
  readonly staked_amount: number;
}

recorded('recorded answers of beacon nodes (skipped where SHARED_DIR holds none)', () => {
  it('are read and counted: 344 deposits of 342 keys, and validators with the status that nodes state', async () => {
    const validators = recordedValidators();
    // The whole registry was not recorded, so the recorded validators get consecutive indices.
    const server = await startBeaconServer(
      smallState({
        epoch: 425_000,
        validators: () => validators.map((one, at) => ({ ...one, index: String(at) })),
      }),
    );
    server.faults['/pending_deposits'] = {
      status: 200,
      body: unzipped(join(directory, 'pending_deposits.json.gz')),
    };
    const source = new ConsensusSource([server.url]);
    try {
      const { sample } = (await source.newest(undefined))!;
      const active = validators.filter(({ status }) => status === 'active_ongoing');
      expect(active.length).toBeGreaterThan(100);
      expect(sample).toMatchObject({
        validatorCount: validators.length,
        activeValidators: active.length,
        totalActiveGwei: active.reduce((sum, one) => sum + BigInt(one.validator.effective_balance!), 0n),
        pendingActivation: 342,
        depositedGwei: 18_627_500_000_000n,
        pendingExit: 0,
      });
    } finally {
      await source.close();
      await server.stop();
    }
  });
});

recorded('two years of readings by others (skipped where SHARED_DIR holds none)', () => {
  const readings = JSON.parse(
    REFERENCE_DIRECTORY ? unzipped(join(directory, 'validatorqueue_daily.json.gz')) : '[]',
  ) as QueueReading[];
  // Before Electra, churn was counted in validators, and their number is not stated here.
  const sinceElectra = readings.filter(({ date }) => date >= '2025-05-07');
  const spec = chainSpec(MAINNET_SPEC);
  const gwei = (ether: number): string => (BigInt(ether) * GWEI).toString();

  it('have the same churn for the same stake', () => {
    expect(sinceElectra.length).toBeGreaterThan(50);
    for (const { staked_amount, current_entry_churn, current_exit_churn } of sinceElectra) {
      const churn = Number(activationExitChurn(spec, BigInt(staked_amount) * GWEI) / GWEI);
      expect([churn, churn]).toEqual([current_entry_churn, current_exit_churn]);
    }
  });

  it('have the same waits for the same queues, to two digits', () => {
    for (const reading of sinceElectra) {
      const now = queuesNowRecord({
        source: 'observed',
        epoch: 365_000,
        time: 0,
        activeValidators: 1_060_000,
        pendingActivation: 0,
        pendingExit: 0,
        totalActiveGwei: gwei(reading.staked_amount),
        queuedGwei: '0',
        depositedGwei: gwei(reading.entry_queue),
        pendingExitGwei: gwei(reading.exit_queue),
        churnGwei: gwei(reading.current_entry_churn),
      });
      const days = (seconds: number | undefined): number => (seconds ?? Number.NaN) / 86_400;
      expect(Math.abs(days(now.estimatedActivationWaitSeconds) - reading.entry_wait)).toBeLessThan(0.0101);
      expect(Math.abs(days(now.estimatedExitWaitSeconds) - reading.exit_wait)).toBeLessThan(0.0101);
    }
  });
});
