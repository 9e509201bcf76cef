import { describe, expect, it } from '@jest/globals';
import { parseAmount, parseBytes, parseNumber, toHex } from './hex.js';

describe('parseNumber', () => {
  it.each([
    ['0x0', 0],
    ['0x1a', 26],
    ['0x1A', 26],
    ['0x00ff', 255],
    ['0x1fffffffffffff', Number.MAX_SAFE_INTEGER],
  ])('reads %s', (text, value) => {
    expect(parseNumber(text, 'nonce')).toBe(value);
  });

  it.each([
    [undefined, 'nonce is missing'],
    [null, 'nonce is missing'],
    [7, 'nonce is not text'],
    ['', 'nonce lacks 0x'],
    ['1a', 'nonce lacks 0x'],
    ['0X1', 'nonce lacks 0x'],
    ['0x', 'nonce is empty'],
    ['0x1g', 'nonce is not hex'],
    ['0x-1', 'nonce is not hex'],
    ['0x1 ', 'nonce is not hex'],
    ['0x\u0161', 'nonce is not hex'],
    ['0x20000000000000', 'nonce is too large'],
  ])('refuses %j', (text, message) => {
    expect(() => parseNumber(text, 'nonce')).toThrow(message);
  });
});

describe('parseAmount', () => {
  it('reads up to 256 bits', () => {
    expect(parseAmount(`0x${'f'.repeat(64)}`, 'value')).toBe(2n ** 256n - 1n);
    expect(parseAmount(`0x000${'f'.repeat(64)}`, 'value')).toBe(2n ** 256n - 1n);
    expect(parseAmount('0xde0b6b3a7640000', 'value')).toBe(10n ** 18n);
    expect(parseAmount('0x0', 'value')).toBe(0n);
  });

  it('refuses more, and what is no hex', () => {
    expect(() => parseAmount(`0x1${'0'.repeat(64)}`, 'value')).toThrow('value is too large');
    expect(() => parseAmount('0xde0b6b3a764000_', 'value')).toThrow('value is not hex');
    expect(() => parseAmount('0x', 'value')).toThrow('value is empty');
  });
});

describe('parseBytes', () => {
  it('reads bytes in any letter case and writes them in lower case', () => {
    expect(toHex(parseBytes('0xAbCd', 'input'))).toBe('0xabcd');
    expect(parseBytes('0x', 'input')).toEqual(Buffer.alloc(0));
  });

  it.each([
    ['0xabc', undefined, 'input has an odd number of digits'],
    ['0xabcg', undefined, 'input is not hex'],
    ['0xgggg', undefined, 'input is not hex'],
    ['0xabcd', 3, 'input has 2 bytes instead of 3'],
    ['abcd', undefined, 'input lacks 0x'],
    [undefined, 2, 'input is missing'],
  ])('refuses %j', (text, length, message) => {
    expect(() => parseBytes(text, 'input', length)).toThrow(message);
  });
});
