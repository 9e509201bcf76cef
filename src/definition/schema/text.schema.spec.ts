import { expect, it } from '@jest/globals';
import { sentence } from './text.schema.js';

const isSentence = (text: string): boolean => sentence.safeParse(text).success;

it('a sentence is text on one line', () => {
  expect(['a', ' a b ', 'USD₮'].every(isSentence)).toBe(true);
  expect(['', '   ', 'a\nb', '\u0001', 'a\u007f', '\u0001\u0001'].some(isSentence)).toBe(false);
});

it('a long text that is none is refused in linear time: bundles of anybody have sentences', () => {
  // Quadratic time would not end within the time of a test.
  expect(isSentence(`${'a'.repeat(10_000_000)}\u0001\u0001`)).toBe(false);
});
