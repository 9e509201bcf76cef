import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { visibleText } from './visible-text.js';

describe('the visible form of a text', () => {
  it('leaves what shows as it is', () => {
    for (const text of ['', 'Wrapped Ether', 'Zürich', '以太坊', '🦄', 'a\'b"c'])
      expect(visibleText(text)).toBe(text);
  });

  it('makes visible what would act on a terminal or hide', () => {
    expect(visibleText('a\0b\nc\x1b[31m\x7f\x85')).toBe('a\\u{0}b\\u{a}c\\u{1b}[31m\\u{7f}\\u{85}');
    expect(visibleText('USD\u202eCDT\u200b\ufeff\u2028\u{e0041}')).toBe(
      'USD\\u{202e}CDT\\u{200b}\\u{feff}\\u{2028}\\u{e0041}',
    );
    expect(visibleText('\ud800')).toBe('\\u{d800}');
    expect(visibleText('\\u{0}')).toBe('\\\\u{0}');
  });

  it('tells any two texts apart, and never breaks a line', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(visibleText(one)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        return one === other || visibleText(one) !== visibleText(other);
      }),
      { numRuns: 1000 },
    );
  });
});
