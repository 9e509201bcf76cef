import { expect, it } from '@jest/globals';
import { sentence } from './text.schema.js';

const isSentence = (text: string): boolean => sentence.safeParse(text).success;

it('a sentence is text on one line', () => {
  expect(['a', ' a b ', 'USD₮'].every(isSentence)).toBe(true);
  expect(['', '   ', 'a\nb', '\u0001', 'a\u007f', '\u0001\u0001'].some(isSentence)).toBe(false);
});

it('a long text that is no sentence is refused in linear time, because anybody can make a bundle with sentences', () => {
  // A quadratic check would exceed the time limit of a test.
  expect(isSentence(`${'a'.repeat(10_000_000)}\u0001\u0001`)).toBe(false);
});
