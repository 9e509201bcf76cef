import { UNICODE_CONFUSABLES } from './unicode-confusables.js';

/**
 * What Unicode does not list, or lists as a small `l`: signs of currencies and of mathematics, letters of
 * other scripts that are drawn like capitals, and those from which generators of fancy text choose.
 */
const LOOK_LIKE: Readonly<Record<string, string>> = {
  A: 'ΛɅᐱΔ∆ᴧʌᗩ₳卂',
  B: 'в฿₿ßẞ乃',
  C: '₵ᑕ匚',
  E: '€ЄΞƎƐΣ∑∃ᗴ乇',
  F: 'Ғ₣千',
  G: '₲ᘜᎶ',
  H: 'н卄',
  I: 'ΙІӀꓲ∣ǀᓰ丨',
  K: 'кҜ',
  L: '£₤₺₾ㄥ',
  M: 'м爪',
  N: 'ИᴎᑎΠ∏几₦',
  O: 'ᗝㄖ○◯●◎⊙☉',
  P: '₱₽卩',
  Q: 'Ⴓᑫ',
  R: 'ЯᴙᴚяɊ尺₹',
  S: '₴§ᔕ丂',
  T: 'т₸†ᖶՇ',
  U: 'ㄩ',
  W: 'ᗯ山',
  X: '✕✖✗✘❌乂',
  Z: 'ᘔ乙',
  a: 'ค',
  b: 'ƅ๒',
  c: 'ς',
  d: '∂๔',
  e: 'єεɛǝə',
  f: 'ϝ',
  i: 'เ',
  k: 'κĸ',
  n: 'п',
  o: '๏',
  s: 'ร',
  t: 'τ',
  u: 'ย',
  w: 'ω',
  x: 'χ',
  $: '💲',
  '-': '—',
  '|': '।',
};

/** What each character looks like, in ASCII. */
export const CONFUSABLES: ReadonlyMap<string, string> = new Map([...listed(), ...added()]);

function* listed(): Generator<[string, string]> {
  for (const line of UNICODE_CONFUSABLES.trim().split('\n')) {
    const [plain, ...codes] = line.split(' ') as [string, ...string[]];
    for (const code of codes) yield [String.fromCodePoint(Number.parseInt(code, 16)), plain];
  }
}

function* added(): Generator<[string, string]> {
  for (const [plain, others] of Object.entries(LOOK_LIKE)) for (const other of others) yield [other, plain];
}
