import { expect, it } from '@jest/globals';
import { Prng } from '../../../test/simulation/prng.js';
import { instructionsReached } from '../../bytecode/instructions-reached.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { reachedInstructions } from './reached-instructions.js';

/** Bytes that decide what is reached. */
const TELLING = [
  0x00, 0x56, 0x5b, 0x5b, 0x60, 0x61, 0x7f, 0xa5, 0xe6, 0xef, 0xf0, 0xf2, 0xf3, 0xf4, 0xfd, 0xfe, 0xff,
];

it('the verifier finds the same instructions as the analysis', () => {
  const random = new Prng(17);
  const found = new Set<string>();
  for (let round = 0; round < 20_000; round++) {
    const code = Buffer.from(
      Array.from({ length: random.between(0, 12) }, () =>
        random.chance(0.7) ? random.pick(TELLING) : random.between(0, 255),
      ),
    );
    const expected = toHex(instructionsReached(code));
    found.add(expected);
    expect([toHex(code), reachedInstructions(code)]).toEqual([toHex(code), expected]);
  }
  expect(found.size).toBe(8);
});
