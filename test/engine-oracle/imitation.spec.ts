import { describe, expect, it } from '@jest/globals';
import type { Binding } from '../../src/definition/binding/binding.js';
import { shapesOf } from '../../src/evaluator/text/alike.js';
import { decoratedAppearance, isTakenFor } from '../../src/evaluator/text/appearance.js';
import { plain } from '../../src/evaluator/text/plain-text.js';
import { imitated } from './imitation.js';

const PIECES = [
  'USDC',
  'usdc',
  'U5DC',
  'USD Coin',
  'uscl',
  'C',
  'CDSU',
  'ＵＳＤＣ',
  'US',
  'DC',
  'x',
  '7',
  '.',
  '..',
  '$',
  '#',
  '-',
  '/',
  '|',
  ' ',
  '[',
  ']',
];
const MARKS = ['\u202e', '\u202c', '\u2028', '\u200b', '.eth', '.png', 'gnp.', '💰', '™'];

const binding: Binding = {
  id: 'assets',
  source: '',
  versions: [],
  digest: '',
  fields: ['symbol', 'name'],
  members: new Map([['0x01', [{ from: 0, version: '1.0.0', fields: { symbol: 'USDC', name: 'USD Coin' } }]]]),
};

/** Pseudorandom numbers, the same every time. */
function* numbers(): Generator<number> {
  for (let state = 7; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

describe('decorated imitations', () => {
  it('are those that the second implementation finds among 20,000 texts', () => {
    const random = numbers();
    const fieldPath = (from: readonly string[]): string => from[random.next().value! % from.length]!;
    let alike = 0;
    for (let at = 0; at < 20_000; at++) {
      const length = 1 + (random.next().value! % 5);
      const text = Array.from({ length }, () =>
        fieldPath(random.next().value! % 3 === 0 ? MARKS : PIECES),
      ).join('');
      const hex = `0x${Buffer.from(text).toString('hex')}`;
      const names = ['USDC', 'USD Coin'].map((name) => shapesOf(plain(name)!));
      const found = isTakenFor(decoratedAppearance(Buffer.from(text)), names);
      expect([text, imitated(hex, binding, 5, true) !== undefined]).toEqual([text, found]);
      if (found) alike++;
    }
    expect(alike).toBeGreaterThan(1_000);
  });
});
