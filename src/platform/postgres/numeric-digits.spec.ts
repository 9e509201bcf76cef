import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numericDigits } from './numeric-digits.js';

const LARGEST = 2n ** 384n - 1n;

function recombined(value: bigint): bigint {
  const digits = new Uint16Array(29);
  const count = numericDigits(value, digits);
  expect(count === 0 || digits[count - 1] !== 0).toBe(true);
  const given = [...digits.subarray(0, count)];
  expect(given.filter((digit) => digit >= 10_000)).toEqual([]);
  return given.reduceRight((sum, digit) => sum * 10_000n + BigInt(digit), 0n);
}

describe('the base-10000 digits of an amount', () => {
  it('add up to it, around every power of two and ten', () => {
    const edges = [0n, LARGEST];
    for (let i = 0n; i < 384n; i++) edges.push(2n ** i);
    for (let i = 0n; i < 116n; i++) edges.push(10n ** i);
    for (const edge of edges) {
      for (const value of [edge - 1n, edge, edge + 1n]) {
        if (value >= 0n && value <= LARGEST) expect(recombined(value)).toBe(value);
      }
    }
  });

  it('add up to it, for any amount of any size', () => {
    const anySize = fc
      .integer({ min: 1, max: 384 })
      .chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }));
    fc.assert(
      fc.property(anySize, (value) => recombined(value) === value),
      { numRuns: 2000 },
    );
  });

  it('do not exist below zero or beyond 2^384 - 1', () => {
    expect(() => recombined(-1n)).toThrow(RangeError);
    expect(() => recombined(-(2n ** 64n))).toThrow(RangeError);
    expect(() => recombined(LARGEST + 1n)).toThrow(RangeError);
  });
});
