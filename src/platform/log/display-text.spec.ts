import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { displayText, visibleText } from './display-text.js';

const shown = (text: string) => displayText(Buffer.from(text, 'utf8'));

describe('the display form of chain text', () => {
  it('leaves what shows as it is', () => {
    for (const text of ['', 'Wrapped Ether', 'Zürich', '以太坊', '🦄', 'a\'b"c'])
      expect(shown(text)).toBe(text);
  });

  it('makes visible what would act on a terminal or hide', () => {
    expect(shown('a\0b\nc\x1b[31m\x7f\x85')).toBe('a\\u{0}b\\u{a}c\\u{1b}[31m\\u{7f}\\u{85}');
    expect(shown('USD\u202eCDT\u200b\ufeff\u2028\u{e0041}')).toBe(
      'USD\\u{202e}CDT\\u{200b}\\u{feff}\\u{2028}\\u{e0041}',
    );
    expect(visibleText('\ud800')).toBe('\\u{d800}');
    expect(shown('\\u{0}')).toBe('\\\\u{0}');
  });

  it('shows the bytes that are no UTF-8', () => {
    expect(displayText(Buffer.from('61ff62c3c3a9e282', 'hex'))).toBe('a\\xffb\\xc3é\\xe2\\x82');
    expect(displayText(Buffer.from('eda080', 'hex'))).toBe('\\xed\\xa0\\x80');
    expect(displayText(Buffer.from('c080', 'hex'))).toBe('\\xc0\\x80');
  });

  it('tells any two byte strings apart, and never breaks a line', () => {
    const bytes = fc.uint8Array({ maxLength: 12 });
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(displayText(one)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        return Buffer.compare(one, other) === 0 || displayText(one) !== displayText(other);
      }),
      { numRuns: 1000 },
    );
  });
});
