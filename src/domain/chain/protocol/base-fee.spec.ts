import { describe, expect, it } from '@jest/globals';
import type { Header } from '../record/block.js';
import { nextBaseFee } from './base-fee.js';

describe('nextBaseFee', () => {
  // The vectors go-ethereum tests its own implementation with: parent's base fee, limit and gas used.
  it.each([
    [1_000_000_000n, 20_000_000, 10_000_000, 1_000_000_000n],
    [1_000_000_000n, 20_000_000, 9_000_000, 987_500_000n],
    [1_000_000_000n, 20_000_000, 11_000_000, 1_012_500_000n],
    [1_000_000_000n, 20_000_000, 20_000_000, 1_125_000_000n],
    [1_000_000_000n, 20_000_000, 0, 875_000_000n],
    [7n, 20_000_000, 10_000_001, 8n],
    [7n, 20_000_000, 0, 7n],
    [undefined, 15_000_000, 15_000_000, 1_000_000_000n],
  ])('after %j with limit %i and %i used is %i', (baseFeePerGas, gasLimit, gasUsed, next) => {
    expect(nextBaseFee({ baseFeePerGas, gasLimit, gasUsed } as Header)).toBe(next);
  });
});
