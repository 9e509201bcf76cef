import { describe, expect, it } from '@jest/globals';
import { phaseOf } from './feed-phase.js';

const PROXY = Buffer.from('5f4ec3df9cbd43714fe2740f5e3616155c5b8419', 'hex');
const word = (hex: string) => Buffer.from(hex.padStart(64, '0'), 'hex');

describe('the phase of a feed', () => {
  it('is read from its slot as mainnet has it: ether in dollars, block 17,073,191', () => {
    expect(phaseOf(PROXY, word('37bc7498f4ff12c19678ee8fe19d713b87f6a9e60005'))).toEqual({
      proxy: PROXY,
      phase: 5,
      aggregator: Buffer.from('37bc7498f4ff12c19678ee8fe19d713b87f6a9e6', 'hex'),
    });
  });

  it('may have no aggregator', () => {
    expect(phaseOf(PROXY, word('1'))).toEqual({ proxy: PROXY, phase: 1, aggregator: Buffer.alloc(20) });
  });
});
