import type { Binding, Membership } from '../../src/definition/binding/binding.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { entryOf } from './membership.js';

/** The entry whose symbol or name a text imitates. Only ASCII and its full-width forms are supported here. */
export function imitated(
  hex: string,
  binding: Binding,
  block: number,
  decorated = false,
): Membership | undefined {
  const bytes = fromHex(hex);
  const texts = decorated ? waysToRead(bytes) : [plain(bytes) ?? ''];
  const words = decorated ? wordsOf(bytes) : [];
  return [...binding.members.keys()]
    .sort()
    .flatMap((key) => entryOf(binding, key, block) ?? [])
    .filter(({ fields }) => {
      const names = [fields.symbol, fields.name].flatMap((name) => plain(Buffer.from(name ?? '')) || []);
      const isNamed = (text: string) => names.some((name) => looksLike(text, name));
      return texts.some(isNamed) || (words.length > 1 && isMadeOf(words, isNamed, words.length - 1));
    })
    .sort((a, b) => a.from - b.from)[0];
}

/** All readings of a text: with turned parts or as stored, with or without decoration at its ends, and with or without its ending. */
function waysToRead(bytes: Buffer): string[] {
  if (plain(bytes) === undefined && bytes.toString('utf8').includes('\ufffd')) return [];
  const [before = '', ...turned] = bytes.toString('utf8').split('\u202e');
  const shown = before + turned.map(turnedAround).join('');
  const one = [bytes.toString('utf8'), shown].flatMap((text) => [text, bare(text)]);
  return one.flatMap((text) => {
    const two = bare(plain(Buffer.from(text)) ?? '');
    const last = bare(text.normalize('NFKC')).split('.').at(-1)!.trim();
    const three = bare(/[\p{Z}\s]/u.test(last) ? two : (two.match(/^(.*)\.[a-zA-Z\d]{1,10}$/)?.[1] ?? two));
    return [plain(Buffer.from(text)) ?? '', two, three];
  });
}

function wordsOf(bytes: Buffer): string[] {
  const [before = '', ...turned] = bytes.toString('utf8').split('\u202e');
  const words = [''];
  for (const character of before + turned.map(turnedAround).join(''))
    if (/[\p{Z}\p{Cc}\p{P}|<>~=+]/u.test(character)) words.push('');
    else words.push(words.pop()! + character);
  const said = words
    .map((word) => (bare(word) === '' && plain(Buffer.from(word)) === undefined ? '' : word))
    .filter((word) => plain(Buffer.from(word)) !== '');
  const texts = said.map((word) => plain(Buffer.from(word)));
  return texts.length > 16 ? [] : texts.every((word) => word !== undefined) ? texts : [];
}

/** Whether words can be parted into groups, none of more than `most`, each of which is a name. */
function isMadeOf(words: readonly string[], isNamed: (text: string) => boolean, most: number): boolean {
  if (words.length === 0) return true;
  return words
    .slice(0, most)
    .some(
      (_, at) => isNamed(words.slice(0, at + 1).join('')) && isMadeOf(words.slice(at + 1), isNamed, most),
    );
}

function turnedAround(text: string): string {
  const end = text.search(/[\u202c\u2028\u2029\r\n]/);
  const turned = end < 0 ? text : text.slice(0, end);
  return [...turned].reverse().join('') + text.slice(turned.length);
}

function bare(text: string): string {
  const characters = [...text];
  const isSaid = (character: string) => /[\p{L}\p{N}]/u.test(character);
  const first = characters.findIndex(isSaid);
  return first < 0 ? '' : characters.slice(first, characters.findLastIndex(isSaid) + 1).join('');
}

function plain(bytes: Buffer): string | undefined {
  const read = bytes.toString('utf8');
  if (read.includes('\ufffd')) return undefined;
  const text = read.normalize('NFKC').replace(/[\s\p{Cc}\p{Cf}\p{M}]/gu, '');
  return /^[\x21-\x7e]*$/.test(text) ? text : undefined;
}

/** What letters and digits may be written as; of letters in capitals too. */
const READ_AS: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  e: '3',
  g: '69',
  i: 'l1|!',
  l: 'I1|',
  '1': 'lI|',
  '8': 'B',
  o: '0',
  '0': 'oO',
  s: '$5',
  t: '7+',
  z: '2',
};

function looksLike(text: string, original: string): boolean {
  return [text, asOne(text)].some((one) =>
    [original, asOne(original)].some(
      (other) =>
        one.length === other.length &&
        [...one].every((character, at) => {
          const wanted = other[at]!.toLowerCase();
          return character.toLowerCase() === wanted || (READ_AS[wanted]?.includes(character) ?? false);
        }),
    ),
  );
}

/** Several characters that look like one, as this one, in the order of the specification. */
function asOne(text: string): string {
  return text
    .split(/vv/i)
    .join('w')
    .replaceAll(/\\\/\\\/|\/\\\/\\/g, 'w')
    .replaceAll('/\\', 'a')
    .replaceAll('\\/', 'v')
    .replaceAll('rn', 'm')
    .replaceAll('cl', 'd');
}
