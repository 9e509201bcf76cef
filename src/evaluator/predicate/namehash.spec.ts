import { describe, expect, it } from '@jest/globals';
import { namehash as reference } from 'viem';
import { FAILS } from '../model/outcome.js';
import { namehash } from './namehash.js';

describe('name hashes', () => {
  it.each(['eth', 'vitalik.eth', 'a.b.c-d_1.eth', `${'a'.repeat(251)}.eth`])('%s', (name) => {
    expect(namehash(name)).toBe(reference(name));
  });

  it.each(['', '.', '.eth', 'eth.', 'a..eth', 'Vitalik.eth', 'vitalik .eth', 'vítalik.eth', 'a'.repeat(256)])(
    '%j has none',
    (name) => {
      expect(namehash(name)).toBe(FAILS);
    },
  );
});
