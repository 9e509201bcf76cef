import { expect, it } from '@jest/globals';
import { declaredText } from './declared-text.js';

it.each([
  [{ operator: 'imitates', observed: '0x55534443' }, 'USDC'],
  [{ operator: 'returns', expected: 'symbol()', observed: '0xe4bba5' }, '以'],
  [{ operator: 'returns', expected: 'owner()', observed: '0x55534443' }, undefined],
  [{ operator: 'imitates', observed: '0xff' }, undefined],
  [{ operator: 'imitates', observed: 'not known' }, undefined],
])('reads what a token declares: %j', (result, text) => {
  expect(declaredText(result)).toBe(text);
});
