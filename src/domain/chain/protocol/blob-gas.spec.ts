import { describe, expect, it } from '@jest/globals';
import type { Header } from '../record/block.js';
import { GAS_PER_BLOB, nextExcessBlobGas } from './blob-gas.js';
import type { ForkSchedule } from './fork-schedule.js';

const CANCUN = 1_000;
const OSAKA = 2_000;
const schedule: ForkSchedule = {
  chainId: 1,
  forks: [
    {
      name: 'cancun',
      activation: { timestamp: CANCUN },
      blobs: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477n },
      systemContracts: [],
    },
    {
      name: 'osaka',
      activation: { timestamp: OSAKA },
      blobs: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716n },
      systemContracts: [],
    },
  ],
};
const excessAfter = (excess: number, blobs: number, timestamp: number, baseFeePerGas = 1n) =>
  nextExcessBlobGas(
    { excessBlobGas: excess, blobGasUsed: blobs * GAS_PER_BLOB, baseFeePerGas } as Header,
    timestamp,
    schedule,
  );

describe('nextExcessBlobGas', () => {
  it('is not known before blobs, and nothing in the first block with them', () => {
    expect(excessAfter(0, 0, CANCUN - 1)).toBeUndefined();
    expect(nextExcessBlobGas({ baseFeePerGas: 7n } as Header, CANCUN, schedule)).toBe(0);
  });

  it.each([
    [0, 3, 0],
    [0, 4, GAS_PER_BLOB],
    [GAS_PER_BLOB, 1, 0],
    [10 * GAS_PER_BLOB, 0, 7 * GAS_PER_BLOB],
    [10 * GAS_PER_BLOB + 1, 6, 13 * GAS_PER_BLOB + 1],
  ])('of %i and %i blobs is %i', (excess, blobs, next) => {
    expect(excessAfter(excess, blobs, CANCUN)).toBe(next);
  });

  // 16 wei of base fee make a blob's reserve price as high as its price of one wei per gas.
  it.each([
    [16n, 7, GAS_PER_BLOB],
    [17n, 7, (7 * GAS_PER_BLOB) / 3 - 1 / 3],
    [17n, 6, 2 * GAS_PER_BLOB],
    [17n, 5, 0],
  ])('since Osaka at a base fee of %i and after %i blobs is %i', (baseFee, blobs, next) => {
    expect(excessAfter(0, blobs, OSAKA, baseFee)).toBe(Math.floor(next));
  });

  it('since Osaka does not sink while blobs are below their reserve price', () => {
    expect(excessAfter(10 * GAS_PER_BLOB, 0, OSAKA, 1_000_000_000n)).toBe(10 * GAS_PER_BLOB);
    expect(excessAfter(10 * GAS_PER_BLOB, 0, OSAKA, 1n)).toBe(4 * GAS_PER_BLOB);
  });
});
