import type { Binding, Membership } from '../../src/definition/binding/binding.js';
import { fromHex } from '../../src/kernel/chain/hex.js';
import { entryOf } from './membership.js';

/** The entry whose symbol or name a text imitates; only texts of ASCII and its full-width forms are known here. */
export function imitated(hex: string, binding: Binding, block: number): Membership | undefined {
  const text = plain(fromHex(hex));
  if (text === undefined || text === '') return undefined;
  return [...binding.members.keys()]
    .sort()
    .flatMap((key) => entryOf(binding, key, block) ?? [])
    .filter(({ fields }) =>
      [fields.symbol, fields.name].some((name) => {
        const original = plain(Buffer.from(name ?? ''));
        return original !== undefined && original !== '' && looksLike(text, original);
      }),
    )
    .sort((a, b) => a.from - b.from)[0];
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
