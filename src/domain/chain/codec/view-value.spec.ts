import { describe, expect, it } from '@jest/globals';
import type { Hex } from '../hex.js';
import { viewValue } from './view-value.js';

const ADDRESS = 'ab'.repeat(20);
const word = (digits: string): string => digits.padStart(64, '0');
const output = (...words: string[]): Hex => `0x${words.map(word).join('')}`;

describe('the first of several values that a function returns', () => {
  it('is the first word, whatever follows', () => {
    expect(viewValue(output(ADDRESS, 'f'.repeat(64), '1'), 'first_address')).toBe(`0x${ADDRESS}`);
    expect(viewValue(output('1', 'f'.repeat(64)), 'first_bool')).toBe('true');
    expect(viewValue(output('0', '1'), 'first_bool')).toBe('false');
  });

  it('is none where only one value is returned, or part of a word', () => {
    for (const type of ['first_address', 'first_bool'] as const) {
      expect(viewValue(output('1'), type)).toBeUndefined();
      expect(viewValue(`${output('1', '1')}00`, type)).toBeUndefined();
      expect(viewValue('0x', type)).toBeUndefined();
    }
  });

  it('is none where the first word is not of the type', () => {
    expect(viewValue(output('f'.repeat(64), '1'), 'first_address')).toBeUndefined();
    expect(viewValue(output('2', '1'), 'first_bool')).toBeUndefined();
  });

  it('is not read as the whole output', () => {
    expect(viewValue(output(ADDRESS, '1'), 'address')).toBeUndefined();
    expect(viewValue(output('1', '1'), 'bool')).toBeUndefined();
  });
});
