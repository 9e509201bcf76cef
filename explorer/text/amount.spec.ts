import { describe, expect, it } from '@jest/globals';
import { amount, dollars, percent } from './amount.js';

describe('an amount', () => {
  it.each([
    ['0', 18, '0', '0'],
    ['1000000000000000000', 18, '1', '1'],
    ['1234567890000000000000', 18, '1,234.56789', '1,234.56789'],
    ['9999991790447397779380', 18, '≈ 9,999.99179', '9,999.99179044739777938'],
    ['1', 18, '< 0.000001', '0.000000000000000001'],
    ['-1500000', 6, '−1.5', '−1.5'],
    ['123', 0, '123', '123'],
    [
      String(2n ** 256n - 1n),
      0,
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935',
      undefined,
    ],
  ])('%s of %s decimals is %s', (units, decimals, text, exact) => {
    const shown = amount(units, decimals);
    expect(shown.text).toBe(text);
    if (exact !== undefined) expect(shown.exact).toBe(exact);
  });

  it('is never rounded up to what it is not', () => expect(amount('1999999999', 9).text).toBe('≈ 1.999999'));

  it('stays in the smallest unit where a token has no decimals', () => {
    expect(amount('1234567', undefined).text).toBe('1,234,567 smallest units');
  });
});

it('writes dollars and shares', () => {
  expect(dollars(26_127_194.563)).toBe('$26,127,194.56');
  expect(dollars(-0.5)).toBe('−$0.50');
  expect(percent(0.961)).toBe('96.1 %');
  expect(percent(0.038)).toBe('3.80 %');
});
