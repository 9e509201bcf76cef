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
  const texts = decorated ? waysToRead(fromHex(hex)) : [plain(fromHex(hex)) ?? ''];
  return [...binding.members.keys()]
    .sort()
    .flatMap((key) => entryOf(binding, key, block) ?? [])
    .filter(({ fields }) =>
      [fields.symbol, fields.name].some((name) => {
        const original = plain(Buffer.from(name ?? ''));
        return original !== undefined && original !== '' && texts.some((text) => looksLike(text, original));
      }),
    )
    .sort((a, b) => a.from - b.from)[0];
}

/** All readings of a text: with turned parts or as stored, with or without decoration at its ends, and with or without its ending. */
function waysToRead(bytes: Buffer): string[] {
  if (plain(bytes) === undefined && bytes.toString('utf8').includes('\ufffd')) return [];
  const [before = '', ...turned] = bytes.toString('utf8').split('\u202e');
  const shown = before + turned.map(turnedAround).join('');
  const one = [bytes.toString('utf8'), shown]
    .flatMap((text) => [text, bare(text)])
    .map((text) => plain(Buffer.from(text)) ?? '');
  const two = one.map(bare);
  const three = two.map((text) => bare(text.match(/^(.*)\.[a-zA-Z\d]{1,10}$/)?.[1] ?? text));
  return [...one, ...two, ...three];
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
  if (bytes.length > 256) return undefined;
  const read = bytes.toString('utf8');
  if (read.includes('\ufffd')) return undefined;
  const text = read.normalize('NFKC').replace(/[\s\p{Cc}\p{Cf}\p{M}]/gu, '');
  return /^[\x21-\x7e]*$/.test(text) ? text : undefined;
}

const READ_AS: Readonly<Record<string, string>> = {
  i: 'l1|',
  I: 'l1|',
  l: 'I1|',
  L: 'I1|',
  '1': 'lI|',
  o: '0',
  O: '0',
  '0': 'oO',
  s: '$',
  S: '$',
};

function looksLike(text: string, original: string): boolean {
  return (
    text.length === original.length &&
    [...text].every((character, at) => {
      const wanted = original[at]!;
      return (
        character.toLowerCase() === wanted.toLowerCase() || (READ_AS[wanted]?.includes(character) ?? false)
      );
    })
  );
}
