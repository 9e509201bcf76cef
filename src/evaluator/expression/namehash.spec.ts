import { describe, expect, it } from '@jest/globals';
import { namehash as reference } from 'viem';
import { FAILS } from '../operator/outcome.js';
import { namehash } from './namehash.js';

const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`;

describe('name hashes', () => {
  it.each(['eth', 'vitalik.eth', 'a.b.c-d_1.eth', `${'a'.repeat(251)}.eth`])('%s', (name) => {
    expect(namehash(hexOf(name))).toBe(reference(name));
  });

  it.each(['', '.', '.eth', 'eth.', 'a..eth', 'Vitalik.eth', 'vitalik .eth', 'vítalik.eth', 'a'.repeat(256)])(
    '%j has none',
    (name) => {
      expect(namehash(hexOf(name))).toBe(FAILS);
    },
  );

  it('only bytes have one', () => {
    expect(namehash('eth')).toBe(FAILS);
    expect(namehash('0x6g')).toBe(FAILS);
  });
});
