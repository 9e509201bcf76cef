import { describe, expect, it } from '@jest/globals';
import { isAlike } from './alike.js';
import { CONFUSABLES } from './confusables.js';
import { withSignsForLater } from './later-characters.js';
import { plainText } from './plain-text.js';
import { readings } from './readings.js';

function imitates(text: string | Uint8Array, name: string): boolean {
  const plain = plainText(typeof text === 'string' ? Buffer.from(text) : text);
  return plain !== undefined && isAlike(plain, plainText(Buffer.from(name))!);
}

describe('imitation', () => {
  it.each([
    ['USDC', 'the same'],
    ['usdc', 'lower case'],
    ['UЅDC', 'a Cyrillic letter'],
    ['ՍՏDС', 'Armenian letters'],
    ['ＵＳＤＣ', 'full width'],
    ['𝐔𝐒𝐃𝐂', 'mathematical letters'],
    ['U\u200bSDC', 'a zero-width space'],
    ['USDC ', 'a blank'],
    ['US\u00a0DC', 'a no-break space'],
    ['\u202eUSDC', 'a change of direction'],
    ['USDC\0', 'a control character'],
    ['USD\u0307C', 'a mark on a letter'],
    ['ÜSDÇ', 'letters composed with marks'],
    ['U$DC', 'a sign'],
  ])('%j is taken for USDC: %s', (text) => {
    expect(imitates(text, 'USDC')).toBe(true);
  });

  it.each(['USDCX', 'AUSDC', 'USD', 'USDT', '', ' ', 'УСДЦ', 'USDC💰', 'US-DC'])('%j is not', (text) => {
    expect(imitates(text, 'USDC')).toBe(false);
  });

  it('is not of bytes that are no UTF-8', () => {
    expect(imitates(Buffer.from('55534443ff', 'hex'), 'USDC')).toBe(false);
    expect(imitates(Buffer.from('edb080', 'hex'), 'USDC')).toBe(false);
  });

  it.each([
    ['DAl', 'DAI', true],
    ['DA1', 'DAI', true],
    ['DAL', 'DAI', false],
    ['UNl', 'UNI', true],
    ['UNL', 'UNI', false],
    ['LlNK', 'LINK', true],
    ['link', 'LINK', true],
    ['1INCH', '1inch', true],
    ['lINCH', '1inch', true],
    ['LID0', 'LIDO', true],
    ['Ox Protocol', '0x Protocol', true],
  ])('%s is taken for %s: %p', (text, name, expected) => {
    expect(imitates(text, name)).toBe(expected);
  });

  it.each([
    ['USD\u1acfC', 'a mark of Unicode 17'],
    ['USDC\u{1acfc}', 'a code point without a character'],
    ['USD\u0897C', 'a mark of Unicode 16'],
  ])('%j is not, in whatever version of Unicode: %s', (text) => {
    expect(imitates(text, 'USDC')).toBe(false);
  });

  it('removes code points that are reserved for invisible characters', () => {
    expect(imitates('U\u{e0080}SDC', 'USDC')).toBe(true);
  });

  it('takes characters that came after Unicode 15.1 for signs, also letters', () => {
    expect(readings(Buffer.from('USDC\u{16ea0}'))).toContain('USDC');
    expect(withSignsForLater('é€𝐔\u{2ebf0}')).toBe('é€𝐔\u{2ebf0}');
    const later = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
      (one) => withSignsForLater(one) !== one,
    );
    // All but characters, control codes, private use, surrogates, and what is kept for invisible characters.
    expect(later).toHaveLength(0x110000 - 149_813 - 65 - 137_468 - 2_048 - 3_769);
  });

  it('replaces every character that is listed, each of which is like one only', () => {
    for (const [character, plain] of CONFUSABLES) expect(plainText(Buffer.from(character))).toBe(plain);
    const listed = [...CONFUSABLES.keys()];
    expect(listed.filter((character) => character.codePointAt(0)! < 0x80)).toEqual([]);
  });

  it('compares names by what can be seen of them', () => {
    expect(imitates('Tether USD', 'TetherUSD')).toBe(true);
    expect(imitates('USD₮', 'USDT')).toBe(true);
  });
});

describe('imitation by decorated texts', () => {
  const isTakenFor = (text: string | Uint8Array, name: string): boolean =>
    readings(typeof text === 'string' ? Buffer.from(text) : text).some((one) =>
      isAlike(one, plainText(Buffer.from(name))!),
    );

  it.each([
    'USDC',
    'USDC.',
    'USDC...',
    '$USDC',
    '#USDC!',
    '$USDC.',
    '[USDC]',
    '"USDC"',
    'USDC\u202e',
    '\u202dUSDC\u202c',
    'USDC\u200f.',
    'USDC.eth',
    'usdc.png',
    '$UЅDC.io',
    'USDC\u202egnp.',
    '\u202eCDSU',
    '\u202eCDSU\u202c.',
    'USDC💰',
    '✅ USDC ✅',
    'USDC™',
    'ＵＳＤＣ．',
    'USDC\u3002',
  ])('%j is taken for USDC', (text) => {
    expect(isTakenFor(text, 'USDC')).toBe(true);
  });

  it.each([
    'USDCX',
    'X-USDC',
    'aUSDC',
    'USDC-LP',
    'USDC.verylongending',
    'US.DC',
    '.',
    '$',
    '',
    '💰',
    '.eth',
  ])('%j is not', (text) => {
    expect(isTakenFor(text, 'USDC')).toBe(false);
  });

  it('still knows signs that belong to a name', () => {
    expect(isTakenFor('USD₮', 'USDT')).toBe(true);
    expect(isTakenFor('$USD₮.', 'USDT')).toBe(true);
  });

  it('is not of bytes that are no UTF-8', () => {
    expect(isTakenFor(Buffer.from('2455534443ff', 'hex'), 'USDC')).toBe(false);
  });
});
