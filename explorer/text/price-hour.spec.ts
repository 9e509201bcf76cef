import { describe, expect, it } from '@jest/globals';
import { hourSeen } from './price-hour.js';

describe('the hour of a price', () => {
  it('is the hour that was asked about, unless the price is carried into it', () => {
    expect(hourSeen({ priceHour: 1_777_226_400, priceCarried: false })).toBe('2026-04-26T18:00:00.000Z');
    expect(hourSeen({ priceHour: 1_777_226_400, priceCarried: true })).toBe('');
  });
});
