import { describe, expect, it } from '@jest/globals';
import { mainnetNeeds, type Sample } from './capacity-mainnet.js';

const UNITS = { transactions: 100, logs: 100, frames: 100 };
const NONE = { transactions: 0, logs: 0, frames: 0 };
const BYTES_AT_START = 5_000;

/** Over a millionth of mainnet's transactions, with as many logs and frames. */
const sample = (cpuSeconds: number, bytes: number): Sample => ({
  few: { blocks: NONE, cpuSeconds: 3, bytes: BYTES_AT_START },
  many: {
    blocks: { ...UNITS, transactions: 3_000 },
    cpuSeconds: 3 + cpuSeconds,
    bytes: BYTES_AT_START + bytes,
  },
});

describe('what mainnet takes', () => {
  it('grows with each stage, without what every start costs', () => {
    const [blocks, all] = mainnetNeeds([
      { sample: sample(0.0864, 1e6), unit: 'transactions' },
      { sample: sample(0.1728, 4e6), unit: 'transactions' },
    ]);
    expect(blocks!.least.days).toBeCloseTo(1, 9);
    expect(all!.least.days).toBeCloseTo(2, 9);
    expect([blocks!.least.terabytes, all!.least.terabytes]).toEqual([1, 4]);
    expect(all!.most).toEqual(all!.least);
  });

  it('scales only what a stage adds by the unit of that stage', () => {
    const [blocks, frames] = mainnetNeeds([
      { sample: sample(1, 1e6), unit: 'transactions' },
      { sample: sample(1, 3e6), unit: 'frames' },
    ]);
    expect(blocks!.most.terabytes).toBe(1);
    // 150 million frames for each measured one, and a million transactions.
    expect(frames!.least.terabytes).toBe(3);
    expect(frames!.most.terabytes).toBeCloseTo(1 + 2 * 150, 6);
  });

  it('is refused for a run that is no longer than the other', () => {
    const same = { ...sample(1, 1), few: sample(1, 1).many };
    expect(() => mainnetNeeds([{ sample: same, unit: 'logs' }])).toThrow('must have more transactions');
  });
});
