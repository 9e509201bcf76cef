import { describe, expect, it } from '@jest/globals';
import { readForkSchedule } from '../../src/definition/binding/fork-schedule.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { ForkSchedule } from '../../src/domain/chain/protocol/fork-schedule.js';
import type { BlockContext } from '../../src/state/execution/run/block-context.js';
import { ViewExecutor } from '../../src/state/execution/view-executor.js';
import { bounded } from '../bounded.js';
import { described, disagreements, isDecided } from './compared.js';
import { FastDice } from './dice.js';
import { BEFORE_ISTANBUL, loadEdr, SecondEvm } from './edr.js';
import {
  creationCodes,
  generatedCodes,
  mainnetCodes,
  packagedCodes,
  sampleInput,
} from './sample-contracts.js';
import { SampleState } from './sample-state.js';

const { schedule } = readForkSchedule('definitions/bindings/fork-schedule.yaml');
const edr = loadEdr();
const TIMEOUT = 3_600_000;
const BLOCK: BlockContext = {
  number: 300,
  timestamp: 1_780_000_000,
  beneficiary: `0x${'c0'.repeat(20)}` as Address,
  prevRandao: 5n,
  gasLimit: 60_000_000,
  baseFeePerGas: 7n,
  blobBaseFee: 1n,
  hashOf: () => Buffer.alloc(32, 7),
};

type Codes = Map<Address, Buffer> | undefined;
const samples: readonly [name: string, codes: () => Codes, calls: number][] = [
  ['contracts of npm packages', packagedCodes, bounded(100, 3_000)],
  ['deployments of contracts/', creationCodes, bounded(44, 440)],
  ['recorded mainnet contracts (skipped where SHARED_DIR holds none)', mainnetCodes, bounded(150, 8_000)],
  ['generated programs', () => generatedCodes(bounded(100, 3_000), 7, true), bounded(200, 9_000)],
];
const FORKS = ['byzantium', 'petersburg', 'istanbul', 'berlin', 'london', 'shanghai', 'cancun', 'prague'];

describe.each(samples)('view calls of %s', (_, codes, count) => {
  const known = codes();
  const executor = new ViewExecutor(schedule);
  const sampled = known === undefined ? it.skip : it;

  sampled(
    'are the same by the fast interpreter and by the reference',
    async () => {
      const { different, fast } = await comparedWithReference(executor, known!, count);
      expect(different).toEqual([]);
      // Most generated programs are passed on to the reference.
      expect(fast).toBeGreaterThan(count / 3);
    },
    TIMEOUT,
  );

  const compared = known === undefined || edr === undefined ? it.skip : it;
  compared(
    'are the same by revm (skipped where test/second-opinion is not installed)',
    async () => {
      const { different, decided } = await comparedWithRevm(executor, known!, count, 'osaka');
      expect(different).toEqual([]);
      expect(decided).toBeGreaterThan(count / 2);
    },
    TIMEOUT,
  );
});

describe.each(FORKS)('generated programs by the rules of %s', (fork) => {
  const codes = generatedCodes(bounded(40, 600), 11, fork === 'prague');
  const executor = new ViewExecutor(beginningWith(schedule, fork));
  const count = bounded(40, 1_200);

  it(
    'have the same results in the fast interpreter and in the reference',
    async () => {
      const { different } = await comparedWithReference(executor, codes, count);
      expect(different).toEqual([]);
    },
    TIMEOUT,
  );

  (edr === undefined ? it.skip : it)(
    'do the same in revm (skipped where test/second-opinion is not installed)',
    async () => {
      const { different } = await comparedWithRevm(executor, codes, count, fork);
      expect(different).toEqual([]);
    },
    TIMEOUT,
  );
});

async function comparedWithReference(executor: ViewExecutor, codes: Map<Address, Buffer>, count: number) {
  const state = new SampleState(codes);
  const different: string[] = [];
  let fast = 0;
  for (const { to, data } of callsOf(codes, count)) {
    const own = described(executor.fastView(to, data, BLOCK, state));
    if (own === undefined) continue;
    fast++;
    const reference = described(await executor.referenceView(to, data, BLOCK, state));
    if (own !== reference) different.push(`${to} 0x${data.toString('hex')}\n${own}\n${reference}`);
  }
  return { different, fast };
}

async function comparedWithRevm(
  executor: ViewExecutor,
  codes: Map<Address, Buffer>,
  count: number,
  hardfork: string,
) {
  const state = new SampleState(codes);
  const calls = callsOf(codes, count);
  const second = await SecondEvm.over(edr, state, hardfork);
  // revm gets the slots that a first run read; a slot that only revm reads is a disagreement.
  for (const { to, data } of calls) await executor.view(to, data, second.block, state);
  await second.load(state);
  const different: string[] = [];
  let decided = 0;
  for (const { to, data } of calls) {
    const ours = await executor.view(to, data, second.block, state);
    if (!isDecided(ours)) continue;
    decided++;
    const found = disagreements(ours, await second.view(to, data), BEFORE_ISTANBUL.includes(hardfork));
    if (found.length > 0) different.push(`${to} 0x${data.toString('hex')}: ${found.join('; ')}`);
  }
  return { different, decided };
}

/** A schedule in which the named fork is the last and begins with the first block. */
function beginningWith({ chainId, forks }: ForkSchedule, name: string): ForkSchedule {
  const last = forks.findIndex((fork) => fork.name === name);
  return { chainId, forks: forks.slice(0, last + 1).map((fork) => ({ ...fork, activation: { block: 0 } })) };
}

function callsOf(codes: Map<Address, Buffer>, count: number) {
  const dice = new FastDice(1);
  const addresses = [...codes.keys()];
  return Array.from({ length: count }, (_, number) => {
    const to = addresses[number % addresses.length]!;
    return { to, data: sampleInput(dice, codes.get(to)!, addresses) };
  });
}
