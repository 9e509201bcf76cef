import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { blockAt, readBlock, type TimedBlock, whyNoBlock } from './block-at.js';

/** A chain with these pauses between its blocks, in seconds. */
function chainOf(pauses: readonly number[]): readonly TimedBlock[] {
  const blocks: TimedBlock[] = [{ number: 100, timestamp: 1_000 }];
  for (const pause of pauses) {
    const { number, timestamp } = blocks.at(-1)!;
    blocks.push({ number: number + 1, timestamp: timestamp + pause });
  }
  return blocks;
}

describe('the block at a time', () => {
  it('is the last one that is not later, whatever the pauses between blocks', async () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(pauses, fc.double({ min: -0.1, max: 1.1, noNaN: true }), async (given, share) => {
        const blocks = chainOf(given);
        const [first, last] = [blocks[0]!, blocks.at(-1)!];
        const seconds = Math.round(first.timestamp + share * (last.timestamp - first.timestamp));
        const expected = blocks.findLast(({ timestamp }) => timestamp <= seconds)?.number;
        const found = await blockAt(seconds, first, last, async (number) => blocks[number - 100]!.timestamp);
        expect(found).toBe(expected);
      }),
    );
  });

  it('takes a few lookups where blocks come regularly', async () => {
    let lookups = 0;
    const last = { number: 25_000_000, timestamp: 12 * 25_000_000 };
    const found = await blockAt(12 * 12_345_678 + 5, { number: 0, timestamp: 0 }, last, async (number) => {
      lookups++;
      return 12 * number;
    });
    expect(found).toBe(12_345_678);
    expect(lookups).toBeLessThan(6);
  });
});

describe('a block by its number', () => {
  it('is named by digits alone', () => {
    expect(readBlock('25000040')).toBe(25_000_040);
    expect(readBlock('25,000,040')).toBe(25_000_040);
    for (const text of ['', '25,0000', ',000', '1,00', '2026-04-26', '0x10', '-1', '1e3', '9'.repeat(16)])
      expect(readBlock(text)).toBeUndefined();
  });

  it('is between the first and the newest, or is refused', () => {
    expect(whyNoBlock(100, 100, 200)).toBeUndefined();
    expect(whyNoBlock(200, 100, 200)).toBeUndefined();
    expect(whyNoBlock(99, 100, 200)).toBe('Block 99 is before the first covered block, 100.');
    expect(whyNoBlock(201, 100, 200)).toBe('Block 201 is not known here: the newest is 200.');
  });
});
