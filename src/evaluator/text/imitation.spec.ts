import { describe, expect, it } from '@jest/globals';
import { isAlike, shapesOf } from './alike.js';
import { decoratedAppearance, isTakenFor } from './appearance.js';
import { CONFUSABLES } from './confusables.js';
import { withSignsForLater } from './later-characters.js';
import { plainText } from './plain-text.js';
import { readings } from './readings.js';

function imitates(text: string | Uint8Array, name: string): boolean {
  const plain = plainText(typeof text === 'string' ? Buffer.from(text) : text);
  return plain !== undefined && isAlike(shapesOf(plain), shapesOf(plainText(Buffer.from(name))!));
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

  it.each([
    ['USᴅC', 'USDC'],
    ['ᴜꜱᴅᴄ', 'USDC'],
    ['🆄🆂🅳🅲', 'USDC'],
    ['🅤🅢🅓🅒', 'USDC'],
    ['🅄🅂🄳🄲', 'USDC'],
    ['🇺🇸🇩🇨', 'USDC'],
    ['⒰⒮⒟⒞', 'USDC'],
    ['ᑌᔕᗪᑕ', 'USDC'],
    ['ㄩ丂ᗪ匚', 'USDC'],
    ['USƊC', 'USDC'],
    ['USDƇ', 'USDC'],
    ['USDȻ', 'USDC'],
    ['UꞨDC', 'USDC'],
    ['U₴DT', 'USDT'],
    ['W₿TC', 'WBTC'],
    ['₳AVE', 'AAVE'],
    ['DΛI', 'DAI'],
    ['D/\\I', 'DAI'],
    ['WΞTH', 'WETH'],
    ['5HIB', 'SHIB'],
    ['WE7H', 'WETH'],
    ['VVETH', 'WETH'],
    ['\\/\\/ETH', 'WETH'],
    ['➀INCH', '1INCH'],
    ['yeam finance', 'yearn finance'],
    ['Magic Intemet Money', 'Magic Internet Money'],
    ['clai Stablecoin', 'Dai Stablecoin'],
  ])('%j is taken for %s', (text, name) => {
    expect(imitates(text, name)).toBe(true);
  });

  it.each([
    ['stETH', 'ETH'],
    ['rETH', 'ETH'],
    ['WETH', 'ETH'],
    ['ETHx', 'ETH'],
    ['Wrapped Ether', 'Ether'],
    ['VETH', 'WETH'],
    ['TRN', 'TM'],
  ])('%j is not taken for %s', (text, name) => {
    expect(imitates(text, name)).toBe(false);
  });

  it('compares names by what can be seen of them', () => {
    expect(imitates('Tether USD', 'TetherUSD')).toBe(true);
    expect(imitates('USD₮', 'USDT')).toBe(true);
  });
});

describe('imitation by decorated texts', () => {
  const looksLike = (text: string | Uint8Array, ...names: string[]): boolean =>
    isTakenFor(
      decoratedAppearance(typeof text === 'string' ? Buffer.from(text) : text),
      names.map((name) => shapesOf(plainText(Buffer.from(name))!)),
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
    expect(looksLike(text, 'USDC')).toBe(true);
  });

  it.each([
    'USDCX',
    'X-USDC',
    'aUSDC',
    'USDC-LP',
    'USDC.fi Dollar',
    'USDC.verylongending',
    'US.DC',
    '.',
    '$',
    '',
    '💰',
    '.eth',
  ])('%j is not', (text) => {
    expect(looksLike(text, 'USDC')).toBe(false);
  });

  it.each([
    'USDC (USDC)',
    'USD Coin (USDC)',
    'USD Coin USDC',
    '[USDC] USD Coin',
    'USDC/USDC',
    'USDC | USDC',
    'USDC 💰 U5D Coin',
    '✅🆄🆂🅳🅲✅',
  ])('%j is taken for USDC and its name', (text) => {
    expect(looksLike(text, 'USDC', 'USD Coin')).toBe(true);
  });

  it.each(['USDC-LP', 'USDC (Polygon)', 'WETH/USDC', 'Bridged USDC', 'USD Coin (PoS)', 'US-DC'])(
    '%j is not taken for USDC or its name',
    (text) => {
      expect(looksLike(text, 'USDC', 'USD Coin')).toBe(false);
    },
  );

  it('compares no more than sixteen words', () => {
    expect(looksLike('USDC '.repeat(16), 'USDC')).toBe(true);
    expect(looksLike('USDC '.repeat(17), 'USDC')).toBe(false);
  });

  it('takes little time for any text that a call returns', () => {
    const hostile = [
      '.'.repeat(4_000),
      `${'a.'.repeat(2_000)}a`,
      '\\/'.repeat(2_000),
      `${'.'.repeat(4_000)}a`,
    ];
    const start = performance.now();
    for (const text of hostile) expect(looksLike(text, 'USDC')).toBe(false);
    expect(performance.now() - start).toBeLessThan(200);
  });

  it('still knows signs that belong to a name', () => {
    expect(looksLike('USD₮', 'USDT')).toBe(true);
    expect(looksLike('$USD₮.', 'USDT')).toBe(true);
  });

  it('is not of bytes that are no UTF-8', () => {
    expect(looksLike(Buffer.from('2455534443ff', 'hex'), 'USDC')).toBe(false);
  });
});
