import { describe, expect, it } from '@jest/globals';
import type { Hex } from '../hex.js';
import { viewCallData, viewValue } from './view-value.js';

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

describe('an argument of four bytes', () => {
  const call = (digits: string) => viewCallData('supportsInterface(bytes4)', [`0x${digits.padEnd(64, '0')}`]);

  it('is a word with nothing after them', () => {
    expect(call('2a55205a')).toBe(`0x01ffc9a72a55205a${'0'.repeat(56)}`);
    expect(call('ffffffff')).toBe(`0x01ffc9a7ffffffff${'0'.repeat(56)}`);
  });

  it('is none with more than that, a number or an address', () => {
    expect(call('2a55205a01')).toBeUndefined();
    expect(call(`2a55205a${'0'.repeat(55)}1`)).toBeUndefined();
    expect(viewCallData('supportsInterface(bytes4)', ['7'])).toBeUndefined();
    expect(viewCallData('supportsInterface(bytes4)', [`0x${ADDRESS}`])).toBeUndefined();
  });
});
