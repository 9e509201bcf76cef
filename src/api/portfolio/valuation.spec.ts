import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimalRatio, powerOfTen } from '../../domain/amount/ratio.js';
import type { Address } from '../../domain/chain/hex.js';
import { type PricedAmount, valuation } from './valuation.js';

const amount = (balance: bigint, decimals: number, usd: string, token?: Address): PricedAmount => ({
  balance,
  decimals,
  price: decimalRatio(usd),
  ...(token !== undefined && { token }),
});
const order = (assets: readonly PricedAmount[]) =>
  valuation(assets).valued.map(({ asset }) => asset.token ?? 'ether');

describe('a valuation', () => {
  it('R-252: orders by value, ties ether first and then by address, to the last digit', () => {
    const [tie, less] = [amount(5n, 0, '2', '0xb'), amount(10n ** 30n - 1n, 29, '1', '0x0')];
    expect(
      order([less, amount(10n, 0, '1', '0xc'), amount(1n, 0, '10'), tie, amount(1n, 0, '10', '0xa')]),
    ).toEqual([...['ether', '0xa', '0xb', '0xc', '0x0']]);
  });

  it('R-262: rounds once: value, total and share are the doubles nearest to the exact numbers', () => {
    const { valued, totalUsd } = valuation([
      amount(31_500_000_000_000_000_000n, 18, '3480.5'),
      amount(1n, 1, '0.1', '0xa'),
      amount(1n, 1, '0.2', '0xb'),
    ]);
    expect(valued.map(({ valueUsd }) => valueUsd)).toEqual([109_635.75, 0.02, 0.01]);
    expect(totalUsd).toBe(109_635.78);
    expect(valued.map(({ share }) => share)).toEqual([
      109_635.75 / 109_635.78,
      0.02 / 109_635.78,
      0.01 / 109_635.78,
    ]);
  });

  it('lists the first amounts, with the total and the shares of all', () => {
    const assets = ['3', '1', '2', '4'].map((usd) => amount(1n, 0, usd, `0x${usd}`));
    const all = valuation(assets);
    for (const count of [0, 1, 3, 4, 5])
      expect(valuation(assets, count)).toEqual({ ...all, valued: all.valued.slice(0, count) });
  });

  it('has no total of no amounts, and a total of zero where all are worth nothing', () => {
    expect(valuation([])).toEqual({ valued: [] });
    const worthless = amount(5n, 0, '0', '0xa');
    expect(valuation([worthless])).toEqual({
      valued: [{ asset: worthless, priceUsd: 0, valueUsd: 0, share: 0 }],
      totalUsd: 0,
    });
  });

  it('values amounts with 255 decimals, and the largest possible amounts', () => {
    const dust = { ...amount(1n, 255, '1', '0xa') };
    const whale = { ...amount(2n ** 256n - 1n, 0, '1', '0xb'), price: powerOfTen(1n, 18) };
    const { valued, totalUsd } = valuation([dust, whale]);
    expect(valued.map(({ valueUsd }) => valueUsd)).toEqual([Number(2n ** 256n) * 1e18, 1e-255]);
    expect(totalUsd).toBe(Number(2n ** 256n) * 1e18);
    expect(valued[1]!.share).toBeGreaterThanOrEqual(0);
  });

  it('adds up: shares to one, values to the total', () => {
    const assets = fc.array(
      fc.record({
        balance: fc.bigInt({ min: 1n, max: 2n ** 128n }),
        decimals: fc.integer({ min: 0, max: 36 }),
        price: fc.record({
          numerator: fc.bigInt({ min: 1n, max: 10n ** 30n }),
          denominator: fc.bigInt({ min: 1n, max: 10n ** 30n }),
        }),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(assets, (held) => {
        const { valued, totalUsd } = valuation(held);
        const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
        expect(sum(valued.map(({ share }) => share))).toBeCloseTo(1, 9);
        expect(sum(valued.map(({ valueUsd }) => valueUsd)) / totalUsd!).toBeCloseTo(1, 9);
      }),
    );
  });
});
