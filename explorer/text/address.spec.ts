import { expect, it } from '@jest/globals';
import { checksummed, isAddress, isMistyped, shortened } from './address.js';

// The examples of EIP-55.
it.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('checksums %s', (address) => expect(checksummed(address.toLowerCase())).toBe(address));

it('knows an address', () => {
  expect(isAddress(`0x${'aB'.repeat(20)}`)).toBe(true);
  expect(isAddress(`0x${'ab'.repeat(19)}a`)).toBe(false);
  expect(isAddress('ab'.repeat(20))).toBe(false);
});

it('knows a mistyped address by its capitals, where it has a checksum', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(isMistyped(address)).toBe(false);
  expect(isMistyped(address.replace('6053', '6054'))).toBe(true);
  expect(isMistyped(address.toLowerCase())).toBe(false);
  expect(isMistyped(`0x${address.slice(2).toUpperCase()}`)).toBe(false);
  expect(isMistyped('0x5aAe')).toBe(false);
});

it('shortens what is long', () => {
  expect(shortened(`0x1234${'0'.repeat(32)}5678`)).toBe('0x1234…5678');
  expect(shortened('0x12345678')).toBe('0x12345678');
});
