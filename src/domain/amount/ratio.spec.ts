import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareRatios, decimalRatio, powerOfTen, times, toDouble } from './ratio.js';

describe('ratios', () => {
  it.each([
    ['0', 0],
    ['0.000', 0],
    ['1', 1],
    ['2500.25', 2500.25],
    ['0.1', 0.1],
    ['123456789012345678901234567890.5', 1.2345678901234568e29],
    ['0.00000000000000000000000000000000000000012345678901234567890', 1.2345678901234568e-40],
  ])('%s is read exactly and rounded only once', (text, double) => {
    expect(toDouble(decimalRatio(text))).toBe(double);
  });

  it('round like the decimal text of a double', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e21, noNaN: true }), (double) => {
        const [digits = '', exponent = '0'] = String(double).split('e');
        const exact = times(decimalRatio(digits), powerOfTen(1n, Number(exponent)));
        expect(toDouble(exact)).toBe(double);
      }),
    );
  });

  it('have the range of doubles, and become 0 below it', () => {
    expect(toDouble(powerOfTen(1n, 300))).toBe(1e300);
    expect(toDouble(powerOfTen(1n, -300))).toBe(1e-300);
    expect(toDouble(powerOfTen(1n, -500))).toBe(0);
  });

  it('are compared exactly', () => {
    const third = { numerator: 10n ** 40n, denominator: 3n * 10n ** 40n };
    expect(compareRatios(third, { numerator: 1n, denominator: 3n })).toBe(0);
    expect(compareRatios(third, { numerator: 10n ** 40n + 1n, denominator: 3n * 10n ** 40n })).toBe(-1);
    expect(compareRatios(third, decimalRatio('0.3333333333333333333333333333'))).toBe(1);
  });
});
