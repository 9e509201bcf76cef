import { describe, expect, it } from '@jest/globals';
import { keccak256 as viemKeccak256 } from 'viem';
import { keccak256, keccak256OfParts } from './keccak.js';

describe('keccak256', () => {
  it.each([0, 1, 32, 64, 135, 136, 137, 600, 16_384, 16_385, 1_200_000])(
    'hashes %i bytes as viem does',
    (size) => {
      const bytes = Buffer.alloc(size, 0xa7);
      expect(keccak256(bytes).toString('hex')).toBe(viemKeccak256(bytes).slice(2));
    },
  );

  it('hashes parts as the whole they make', () => {
    const whole = Buffer.from('header, body and tail');
    expect(keccak256OfParts(whole.subarray(0, 7), whole.subarray(7))).toEqual(keccak256(whole));
    expect(keccak256OfParts(whole.subarray(0, 3), whole.subarray(3, 9), whole.subarray(9))).toEqual(
      keccak256(whole),
    );
  });

  it('leaves earlier answers alone', () => {
    const first = keccak256(Buffer.from('first'));
    const copy = Buffer.from(first);
    keccak256(Buffer.from('second'));
    expect(first).toEqual(copy);
  });
});
