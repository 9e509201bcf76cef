import { describe, expect, it } from '@jest/globals';
import { PROXY_SLOTS, proxySlotName } from './proxy-slots.js';

describe('PROXY_SLOTS', () => {
  it('are the slots that the standards state', () => {
    const written = Object.fromEntries(
      Object.entries(PROXY_SLOTS).map(([name, slot]) => [name, slot.toString('hex')]),
    );
    expect(written).toEqual({
      eip1967_implementation: '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
      eip1967_admin: 'b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
      eip1967_beacon: 'a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
      oz_v1_implementation: '7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
      oz_v1_admin: '10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
      eip1822_proxiable: 'c5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
    });
  });

  it('are found by their 32 bytes, and no other slot is', () => {
    for (const [name, slot] of Object.entries(PROXY_SLOTS)) {
      expect(proxySlotName(Buffer.from(slot))).toBe(name);
      const beside = Buffer.from(slot);
      beside[31]! ^= 1;
      expect(proxySlotName(beside)).toBeUndefined();
    }
    expect(proxySlotName(Buffer.alloc(32))).toBeUndefined();
  });
});
