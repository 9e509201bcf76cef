import { createHash } from 'node:crypto';
import { ecrecover } from '@ethereumjs/util';
import { expect, it } from '@jest/globals';
import { AMSTERDAM_BLOCK, SCHEDULE } from '../../../../test/builder/view-call.js';
import { sign, signers } from '../../../../test/simulation/key-ring.js';
import { executionFork } from './execution-fork.js';
import { forkRules } from './fork-rules.js';

it.each([
  [0, 0, 'frontier'],
  [1_149_999, 0, 'frontier'],
  [1_150_000, 0, 'homestead'],
  [1_920_000, 0, 'dao_fork'],
  [2_463_000, 0, 'tangerine_whistle'],
  [2_675_000, 0, 'spurious_dragon'],
  [12_964_999, 0, 'berlin'],
  [12_965_000, 0, 'london'],
  [15_537_394, 1_663_224_179, 'paris'],
  [17_034_870, 1_681_338_455, 'shanghai'],
  [19_426_587, 1_710_338_135, 'cancun'],
  [22_431_084, 1_746_612_311, 'prague'],
  [23_935_694, 1_764_798_551, 'osaka'],
  [24_000_000, 1_765_290_071, 'osaka'],
  [24_200_000, 1_767_747_671, 'osaka'],
])('block %i of time %i runs by the rules of %s', (number, timestamp, name) => {
  expect(executionFork(SCHEDULE, { number, timestamp }).name).toBe(name);
});

it('every fork of the schedule has rules', () => {
  const forks = SCHEDULE.forks.filter(({ name }) => !name.startsWith('bpo'));
  expect(forks.filter((fork) => forkRules(SCHEDULE, fork) === undefined)).toEqual([]);
});

it('the system contracts are those of the fork and the forks before it', () => {
  const systemContracts = (timestamp: number) =>
    forkRules(SCHEDULE, executionFork(SCHEDULE, { number: 20_000_000, timestamp }))!.systemContracts.size;
  expect(
    [1_710_338_134, 1_710_338_135, 1_746_612_311, AMSTERDAM_BLOCK.timestamp].map(systemContracts),
  ).toEqual([0, 1, 4, 6]);
});

it('the precompiles are those of the fork', () => {
  const last = (timestamp: number) =>
    [
      ...forkRules(SCHEDULE, executionFork(SCHEDULE, { number: 20_000_000, timestamp }))!.precompiles.keys(),
    ].at(-1);
  expect(BigInt(last(1_746_612_310)!)).toBe(0xan);
  expect(BigInt(last(1_746_612_311)!)).toBe(0x11n);
  expect(BigInt(last(1_764_798_551)!)).toBe(0x100n);
});

it('keys are recovered as the reference recovers them, and refused where it refuses', () => {
  const { common } = forkRules(SCHEDULE, executionFork(SCHEDULE, AMSTERDAM_BLOCK))!;
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const wordOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  type Call = Parameters<typeof ecrecover>;
  const calls = signers(4).flatMap((signer, at): Call[] => {
    const hash = createHash('sha256').update(`message ${at}`).digest();
    const { yParity, r, s } = sign(signer, `0x${hash.toString('hex')}`);
    const made = (v: number, ofR = r, ofS = s, chainId?: bigint): Call => [
      hash,
      BigInt(v),
      wordOf(ofR),
      wordOf(ofS),
      chainId,
    ];
    return [
      ...[yParity, 1 - yParity, 27 + yParity, 2, 26, 29].map((v) => made(v)),
      ...[37 + yParity, 27 + yParity, 39].map((v) => made(v, r, s, 1n)),
      ...[0n, order - s, order, order + 1n].map((ofS) => made(yParity, r, ofS)),
      ...[0n, order, 5n, 2n ** 256n - 1n].map((ofR) => made(yParity, ofR)),
    ];
  });
  // Leading zeros of r and s are left out by the callers.
  const short = Buffer.from([1]);
  calls.push([calls[0]![0], 0n, short, short], [calls[0]![0], 27n, new Uint8Array(0), short]);
  const outcome = (recover: typeof ecrecover, call: Call) => {
    try {
      return Buffer.from(recover(...call)).toString('hex');
    } catch {
      return 'refused';
    }
  };
  const expected = calls.map((call) => outcome(ecrecover, call));
  expect(new Set(expected).size).toBeGreaterThan(8);
  expect(calls.map((call) => outcome(common.customCrypto.ecrecover!, call))).toEqual(expected);
});
