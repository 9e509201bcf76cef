import { describe, expect, it } from '@jest/globals';
import type { Header } from '../record/block.js';
import { blockRewards } from './block-rewards.js';

const [miner, uncle] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2)];
const mined = (number: number, beneficiary = miner): Header =>
  ({ number, beneficiary, difficulty: 1n }) as Header;
/** Wei by account, in the order it is paid. */
const paid = (number: number, ...ommers: number[]): bigint[] =>
  blockRewards(
    mined(number),
    ommers.map((ommer) => mined(ommer, uncle)),
  ).map(({ wei }) => wei);

describe('what a mined block pays', () => {
  it('is five ether, three since Byzantium, two since Constantinople', () => {
    expect(paid(1)).toEqual([5_000_000_000_000_000_000n]);
    expect(paid(4_369_999)).toEqual([5_000_000_000_000_000_000n]);
    expect(paid(4_370_000)).toEqual([3_000_000_000_000_000_000n]);
    expect(paid(7_279_999)).toEqual([3_000_000_000_000_000_000n]);
    expect(paid(7_280_000)).toEqual([2_000_000_000_000_000_000n]);
  });

  it('is an eighth less for an ommer with each generation, and a thirty-second more for including it', () => {
    expect(paid(100, 99)).toEqual([5_156_250_000_000_000_000n, 4_375_000_000_000_000_000n]);
    expect(paid(100, 94)).toEqual([5_156_250_000_000_000_000n, 1_250_000_000_000_000_000n]);
    expect(paid(5_000_000, 4_999_998)).toEqual([3_093_750_000_000_000_000n, 2_250_000_000_000_000_000n]);
    expect(paid(8_000_000, 7_999_999, 7_999_997)).toEqual([
      ...[2_125_000_000_000_000_000n, 1_750_000_000_000_000_000n, 1_250_000_000_000_000_000n],
    ]);
  });

  it('goes to the miner of the block and to the miner of each ommer', () => {
    const rewards = blockRewards(mined(100), [mined(99, uncle)]);
    expect(rewards.map(({ address }) => address)).toEqual([miner, uncle]);
  });

  it('is nothing for the first block of a chain, and since proof of stake', () => {
    expect(paid(0)).toEqual([]);
    expect(blockRewards({ ...mined(15_537_394), difficulty: 0n }, [])).toEqual([]);
  });
});
