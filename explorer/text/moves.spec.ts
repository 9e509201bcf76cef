import { expect, it } from '@jest/globals';
import { mergedMoves } from './moves.js';

it('merges movements of one asset between the same two, exactly, and keeps their order', () => {
  const big = String(2n ** 255n);
  const ether = { from: 'a', to: 'b', asset: 'ether', units: big, support: 'node' } as const;
  const item = { from: 'b', to: 'a', asset: 'token 7', support: 'merkle' } as const;
  expect(mergedMoves([ether, item, ether, { ...ether, support: 'merkle' }])).toEqual([
    { ...ether, number: 1, count: 2, units: String(2n ** 256n) },
    { ...item, number: 2, count: 1 },
    { ...ether, support: 'merkle', number: 3, count: 1 },
  ]);
});
