import { describe, expect, it } from '@jest/globals';
import { fromHex } from '../codec/hex.js';
import { parseAddress } from './address.js';

describe('parseAddress', () => {
  it('lowers the case and goes to bytes and back', () => {
    const address = parseAddress('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
    expect(address).toBe('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
    expect(fromHex(address!).toString('hex')).toBe(address!.slice(2));
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
});
