import { describe, expect, it } from '@jest/globals';
import { visible } from './visible.js';

describe('text of the chain', () => {
  it.each([
    ['US\u200bDC', 'US\\u200bDC'],
    ['\u202eCDSU', '\\u202eCDSU'],
    ['a\u0000b\n', 'a\\u0000b\\u000a'],
    ['US\u00adDC', 'US\\u00adDC'],
    ['\u{e0041}', '\\u{e0041}'],
    ['\ufe0f\u3164', '\\ufe0f\\u3164'],
  ])('writes out what nobody sees in %j', (text, shown) => expect(visible(text)).toBe(shown));

  it('leaves alone what is seen', () => expect(visible('Ünïcode 字 🦊 ﷼')).toBe('Ünïcode 字 🦊 ﷼'));

  it('cuts a long text, and never within a character', () => {
    expect(visible('🦊'.repeat(100), 3)).toBe('🦊🦊🦊…');
    expect(visible('x'.repeat(10_000), 5)).toBe('xxxxx…');
  });
});
