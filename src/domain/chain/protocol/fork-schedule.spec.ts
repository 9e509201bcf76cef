import { describe, expect, it } from '@jest/globals';
import {
  blobBaseFee,
  blobParameters,
  blobUpdateFraction,
  type ForkSchedule,
  isForkActive,
  maxExcessBlobGas,
  systemCallAddresses,
  withForkTimes,
} from './fork-schedule.js';

const schedule: ForkSchedule = {
  chainId: 1,
  forks: [
    { name: 'first', activation: { block: 0 }, systemContracts: [] },
    { name: 'second', activation: { block: 10 }, systemContracts: [] },
    {
      name: 'blobs',
      activation: { timestamp: 1_000 },
      blobs: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477n },
      systemContracts: [Buffer.from('aa', 'hex')],
    },
    {
      name: 'nothing_of_blobs',
      activation: { timestamp: 2_000 },
      systemContracts: [Buffer.from('bb', 'hex')],
    },
    {
      name: 'more_blobs',
      activation: { timestamp: 3_000 },
      blobs: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716n },
      systemContracts: [],
    },
  ],
};

describe('blobs and system contracts', () => {
  it('hold from their fork until set anew', () => {
    expect(blobParameters(schedule, 999)).toBeUndefined();
    expect(blobUpdateFraction(schedule, 999)).toBeUndefined();
    expect(blobUpdateFraction(schedule, 1_000)).toBe(3_338_477n);
    expect(blobUpdateFraction(schedule, 2_500)).toBe(3_338_477n);
    expect(blobParameters(schedule, 3_000)).toEqual({ target: 6, max: 9, baseFeeUpdateFraction: 5_007_716n });
  });

  it('add up over the forks', () => {
    expect(systemCallAddresses(schedule, 999)).toEqual([]);
    expect(systemCallAddresses(schedule, 2_000).map((address) => address.toString('hex'))).toEqual([
      'aa',
      'bb',
    ]);
  });
});

describe('an undated fork', () => {
  const open: ForkSchedule = {
    ...schedule,
    forks: [
      ...schedule.forks,
      { name: 'next', activation: 'undated', systemContracts: [Buffer.from('cc', 'hex')] },
    ],
  };

  it('has not begun until it is dated', () => {
    expect(isForkActive(open, 'next', 2 ** 40)).toBe(false);
    const dated = withForkTimes(open, new Map([['next', 4_000]]));
    expect([3_999, 4_000].map((time) => isForkActive(dated, 'next', time))).toEqual([false, true]);
    expect(systemCallAddresses(dated, 4_000)).toHaveLength(3);
    expect(withForkTimes(dated, new Map([['next', 4_000]]))).toEqual(dated);
  });

  it.each([
    [{ other: 4_000 }, 'no fork is called other'],
    [{ next: 2_999 }, 'next would begin before the fork before it'],
    [{ more_blobs: 3_001 }, 'more_blobs began at {"timestamp":3000}, not at 3001'],
    [{ second: 3_001 }, 'second began at {"block":10}, not at 3001'],
  ])('is not dated by %j', (times, problem) => {
    expect(() => withForkTimes(open, new Map(Object.entries(times)))).toThrow(problem);
  });
});

describe('isForkActive', () => {
  it.each([
    ['nothing_of_blobs', 1_999, false],
    ['nothing_of_blobs', 2_000, true],
    ['nothing_of_blobs', 9_999, true],
    ['unheard_of', 9_999, false],
  ])('of %s at %i is %j', (name, timestamp, active) => {
    expect(isForkActive(schedule, name, timestamp)).toBe(active);
  });
});

describe('blobBaseFee', () => {
  // The vectors go-ethereum tests its own implementation with.
  it.each([
    [0n, 3_338_477n, 1n],
    [2_314_057n, 3_338_477n, 1n],
    [2_314_058n, 3_338_477n, 2n],
    [10n * 1_024n * 1_024n, 3_338_477n, 23n],
    [2n, 1n, 6n],
    [4n, 2n, 6n],
    [3n, 1n, 16n],
    [6n, 2n, 18n],
    [4n, 1n, 49n],
    [8n, 2n, 50n],
    [5n, 1n, 136n],
    [5n, 2n, 11n],
    [50_000_000n, 2_225_652n, 5_709_098_764n],
  ])('of excess %i with fraction %i is %i', (excess, fraction, fee) => {
    expect(blobBaseFee(excess, fraction)).toBe(fee);
  });

  it('fits 256 bits whatever the excess', () => {
    const most = BigInt(maxExcessBlobGas({ target: 14, max: 21, baseFeeUpdateFraction: 11_684_671n }));
    expect(blobBaseFee(most, 11_684_671n)).toBeLessThan(2n ** 256n);
    expect(blobBaseFee(most, 11_684_671n)).toBeGreaterThan(2n ** 255n);
    expect(blobBaseFee(most + 1n, 11_684_671n)).toBe(2n ** 256n - 1n);
    expect(blobBaseFee(2n ** 53n, 1n)).toBe(2n ** 256n - 1n);
  });
});
