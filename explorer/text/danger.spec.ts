import { describe, expect, it } from '@jest/globals';
import { dangerOf, isImitation } from './danger.js';

describe('the danger that a name is marked with', () => {
  it('is an imitation only where one is proven', () => {
    expect(dangerOf({ nameStanding: 'danger', impersonates: 'USDC' })).toBe('imitates USDC');
    expect(isImitation({ nameStanding: 'danger', impersonates: 'USDC' })).toBe(true);
    expect(dangerOf({ nameStanding: 'danger' })).toBe('is sanctioned or on a list of scams');
    expect(isImitation({ nameStanding: 'danger' })).toBe(false);
  });

  it('is none for other names', () => {
    for (const nameStanding of ['verified', 'normal', 'qualified', 'warning', 'unknown', undefined])
      expect(dangerOf({ nameStanding })).toBeUndefined();
  });
});
