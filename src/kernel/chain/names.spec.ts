import { describe, expect, it } from '@jest/globals';
import { addressBytes, addressOf, parseAddress } from './address.js';
import { blockNumberOf, parseBlockNumber } from './block-number.js';
import { hashBytes, hashOf, parseHash } from './hash.js';

describe('parseAddress', () => {
  it('lowers the case and goes to bytes and back', () => {
    const address = parseAddress('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
    expect(address).toBe('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
    expect(addressOf(addressBytes(address!))).toBe(address);
  });

  it.each([
    '',
    '0x',
    `0x${'0'.repeat(39)}`,
    `0x${'0'.repeat(41)}`,
    `0X${'0'.repeat(40)}`,
    `0x${'g'.repeat(40)}`,
  ])('refuses %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('takes 20 bytes only', () => {
    expect(() => addressOf(Buffer.alloc(32))).toThrow('an address has 20 bytes, not 32');
  });
});

describe('parseHash', () => {
  it('lowers the case and goes to bytes and back', () => {
    const hash = parseHash(`0x${'Ab'.repeat(32)}`);
    expect(hash).toBe(`0x${'ab'.repeat(32)}`);
    expect(hashOf(hashBytes(hash!))).toBe(hash);
  });

  it('refuses other lengths', () => {
    expect(parseHash(`0x${'0'.repeat(40)}`)).toBeUndefined();
    expect(parseHash(`0x${'0'.repeat(64)}\n`)).toBeUndefined();
    expect(() => hashOf(Buffer.alloc(20))).toThrow('a hash has 32 bytes, not 20');
  });
});

describe('parseBlockNumber', () => {
  it.each([
    ['0', 0],
    ['25000000', 25_000_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %s', (text, number) => {
    expect(parseBlockNumber(text)).toBe(number);
  });

  it.each(['', '-1', '+1', '01', '1.0', '1e3', '0x1', ' 1', '9007199254740992', '99999999999999999'])(
    'refuses %j',
    (text) => {
      expect(parseBlockNumber(text)).toBeUndefined();
    },
  );

  it('brands safe integers only', () => {
    expect(blockNumberOf(7)).toBe(7);
    expect(() => blockNumberOf(-1)).toThrow(RangeError);
    expect(() => blockNumberOf(0.5)).toThrow(RangeError);
  });
});
