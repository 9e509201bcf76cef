import { describe, expect, it } from '@jest/globals';
import { MalformedField } from '../chain/codec/malformed-field.js';
import { decodePrices, encodePrices, type PriceImport } from './imported-price.js';

const IMPORT: PriceImport = {
  source: 'an exchange’s candles',
  prices: [
    { asset: 'ETH', timestamp: 1_715_616_000, usd: '2961.21' },
    { asset: `0x${'ab'.repeat(20)}`, timestamp: 0, usd: '0' },
  ],
};

describe('imported prices', () => {
  it('come back from their payload as they were', () => {
    expect(decodePrices(encodePrices(IMPORT))).toEqual(IMPORT);
    expect(decodePrices(encodePrices({ source: 'nobody', prices: [] }))).toEqual({
      source: 'nobody',
      prices: [],
    });
  });

  it('are refused when a byte is missing or left over, or of another format', () => {
    const payload = encodePrices(IMPORT);
    for (let size = 0; size < payload.length; size++)
      expect(() => decodePrices(payload.subarray(0, size))).toThrow(MalformedField);
    expect(() => decodePrices(Buffer.concat([payload, Buffer.of(0)]))).toThrow(MalformedField);
    expect(() => decodePrices(Buffer.concat([Buffer.of(2), payload.subarray(1)]))).toThrow(MalformedField);
  });
});
