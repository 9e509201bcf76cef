import { describe, expect, it } from '@jest/globals';
import snappy from 'snappyjs';
import { Prng } from '../../../test/simulation/prng.js';
import { readSnappyBlock } from './snappy-block.js';

const MOST = 65_536;
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('a snappy block', () => {
  it('gives back what was compressed, long and short', () => {
    const random = new Prng(31);
    for (const length of [0, 1, 59, 60, 61, 256, 257, 4_000, MOST])
      for (const values of [1, 3, 255]) {
        const bytes = Buffer.from(Array.from({ length }, () => random.between(0, values)));
        expect(readSnappyBlock(Buffer.from(snappy.compress(bytes)), MOST).equals(bytes)).toBe(true);
      }
  });

  it('has literals and copies of every form', () => {
    const text = (block: string) => readSnappyBlock(hex(block), MOST).toString();
    expect(text('03 08 616263')).toBe('abc');
    expect(text('03 f0 02 616263')).toBe('abc');
    expect(text('03 fc 02000000 616263')).toBe('abc');
    // Back by 3, 2 and 1 bytes: offsets of 11 bits, 16 bits and 32 bits.
    expect(text('07 08 616263 01 03')).toBe('abcabca');
    expect(text('05 08 616263 06 0200')).toBe('abcbc');
    expect(text('09 08 616263 17 01000000')).toBe('abccccccc');
  });

  it.each([
    ['is empty', ''],
    ['ends in its length', '80'],
    ['is longer than allowed', '818004 00 61'],
    ['has a length without an end', '8080808080808080808080'],
    // `snappyjs` reads the length as negative, goes back by it, and never ends.
    ['has a literal of 4 GiB', '04 fc faffffff'],
    ['has a literal beyond its end', '04 0c 616263'],
    ['has a literal beyond the length', '02 08 616263'],
    ['has less than its length', '04 08 616263'],
    ['copies from before its beginning', '07 08 616263 01 04'],
    ['copies from where it writes', '07 08 616263 01 00'],
    ['copies beyond the length', '06 08 616263 01 03'],
    ['ends in a copy', '07 08 616263 02 03'],
  ])('is refused if it %s', (_, block) => {
    expect(() => readSnappyBlock(hex(block), MOST)).toThrow('cannot be uncompressed');
  });
});
