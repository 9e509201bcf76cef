import { describe, expect, it } from '@jest/globals';
import { carriesHex, closenessOf, folded, lengthOf } from './findable-text.js';

describe('a text that is looked up', () => {
  it('has its ASCII letters in lower case and keeps all others', () => {
    expect(folded('USDC \u00c9T\u00c9 \uff35\u0130 \u212a')).toBe('usdc \u00c9t\u00c9 \uff35\u0130 \u212a');
  });

  it.each([
    ['\ud83c\udf4b', 1],
    ['e\u0301', 2],
    ['\u6bd4\u7279\u5e01', 3],
  ])('%s has %d characters', (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });

  it.each([
    ['0x1234567890ab', true],
    ['1234567890ab', true],
    ['1234567890a', false],
    ['0x12345 67890ab', false],
    ['ABCDEFABCDEF', false],
  ])('carries hex in lower case: %s %s', (text, carries) => {
    expect(carriesHex(text)).toBe(carries);
  });

  it.each([
    ['usdc', 'usdc', 'token_symbol', 'exact'],
    ['usdc', 'usdc', 'name', 'exact'],
    ['usdc', 'usdc', 'token_name', 'prefix'],
    ['usd', 'usdc', 'token_symbol', 'prefix'],
    ['sd', 'usdc', 'token_symbol', 'substring'],
    ['usdt', 'usdc', 'token_symbol', undefined],
    ['feed', 'feedfacefeedface', 'name', 'address_fragment'],
    ['feedfacefeedface', 'feedfacefeedface', 'name', 'exact'],
    ['feedfacefeedface', 'feedfacefeedface', 'token_name', 'address_fragment'],
  ] as const)('%s in %s as %s is %s', (query, text, matchedOn, closeness) => {
    expect(closenessOf(query, text, matchedOn)).toBe(closeness);
  });
});
