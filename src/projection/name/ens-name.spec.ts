import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalize } from 'viem/ens';
import { isEnsName } from './ens-name.js';

function isKept(name: string): boolean {
  try {
    return name !== '' && normalize(name) === name;
  } catch {
    return false;
  }
}

it('accepts exactly the names that the normalisation of ENSIP-15 keeps unchanged', () => {
  const character = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...'abxyn019-._AZ $') },
    { weight: 1, arbitrary: fc.constantFrom('é', 'е', 'ı', '’', '\n', '\u200d', '🦊') },
  );
  const names = fc.array(character, { maxLength: 9 }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(names, (name) => {
      expect(isEnsName(name)).toBe(isKept(name));
    }),
    { numRuns: 3_000, seed: 1 },
  );
});
