import { expect, it } from '@jest/globals';
import { AMSTERDAM_BLOCK, SCHEDULE } from '../../../../test/builder/view-call.js';
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
