import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { blobUpdateFraction, systemCallAddresses } from '../../domain/chain/protocol/fork-schedule.js';
import { parseForkSchedule, readForkSchedule } from './fork-schedule.js';

const FILE = 'definitions/bindings/fork-schedule.yaml';
const yaml = readFileSync(FILE, 'utf8');
const { schedule } = readForkSchedule(FILE);

describe('the schedule of mainnet', () => {
  it.each([
    ['homestead', { block: 1_150_000 }],
    ['byzantium', { block: 4_370_000 }],
    ['london', { block: 12_965_000 }],
    ['paris', { block: 15_537_394 }],
    ['shanghai', { timestamp: 1_681_338_455 }],
    ['cancun', { timestamp: 1_710_338_135 }],
    ['prague', { timestamp: 1_746_612_311 }],
    ['osaka', { timestamp: 1_764_798_551 }],
  ])('begins %s at %j', (name, activation) => {
    expect(schedule.forks.find((fork) => fork.name === name)?.activation).toEqual(activation);
  });

  it('leaves only Amsterdam undated', () => {
    expect(
      schedule.forks.filter(({ activation }) => activation === 'undated').map(({ name }) => name),
    ).toEqual(['amsterdam']);
  });

  it('gives the blob update fraction of each fork', () => {
    const times = [1_710_338_134, 1_710_338_135, 1_746_612_311, 1_764_798_551, 1_765_290_071, 1_767_747_671];
    expect(times.map((time) => blobUpdateFraction(schedule, time))).toEqual([
      undefined,
      3_338_477n,
      5_007_716n,
      5_007_716n,
      8_346_193n,
      11_684_671n,
    ]);
  });

  it('gives the contracts that the protocol calls', () => {
    const endings = (time: number) =>
      systemCallAddresses(schedule, time).map((address) => address.toString('hex').slice(-4));
    expect(endings(1_710_338_134)).toEqual([]);
    expect(endings(1_710_338_135)).toEqual(['ac02']);
    expect(endings(1_746_612_311)).toEqual(['ac02', '2935', '7002', '7251']);
  });
});

describe('parseForkSchedule', () => {
  it.each([
    ['a changed value', 'block: 1150000', 'block: 1150001', 'fork-schedule.digest is sha256:'],
    ['an unknown key', 'chainId: 1', 'chainId: 1\n  chain: one', 'fork-schedule.schedule.chain is not known'],
    ['forks out of order', 'block: 2675000', 'block: 2460000', 'forks[4] begins before tangerine_whistle'],
    [
      'an address without quotes',
      '"0x000f3df6d732807ef1319fb7b8bb8522d0beac02"',
      '0x00',
      'is not an address in quotes',
    ],
    [
      'a dated fork after an undated one',
      'timestamp: 1765290071',
      'timestamp: undated',
      'forks[19] begins before bpo1',
    ],
    ['a missing part', 'max: 6, ', '', 'forks[15].blobs.max is missing'],
    [
      'a number that is not whole',
      'target: 3',
      'target: 3.5',
      'forks[15].blobs.target is not a whole number',
    ],
    ['another binding', 'id: fork-schedule', 'id: other', 'fork-schedule.id is not text of the form'],
    ['nothing', yaml, '[]', 'fork-schedule is not a mapping'],
  ])('refuses %s', (_, from, to, message) => {
    expect(yaml).toContain(from);
    expect(() => parseForkSchedule(yaml.replace(from, to))).toThrow(message);
  });
});
