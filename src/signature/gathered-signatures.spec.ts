import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { hashOf } from '../../test/builder/signature-book-of.js';
import { signatureBook } from '../runtime/api/signatures.js';
import { abiType } from './abi-type.js';
import { eventInputs } from './declaration.js';
import type { SignatureKind } from './signature-table.js';

const text = readFileSync('.cache/signatures.txt', 'latin1');
const [header, ...lines] = text.split('\n').slice(0, -1);
const LINE = /^(error|event|function) ([0-9a-f]+) ([0-9]+) ([\w$]+\([\w$ ()[\],]*\))$/;

describe('the table that the build gathers', () => {
  it('holds well over a hundred thousand lines, each of the known form and in order', () => {
    expect(header).toMatch(/^# [0-9a-f]{64}$/);
    expect(lines.length).toBeGreaterThan(140_000);
    expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
    expect(lines.filter((line, at) => at > 0 && line <= lines[at - 1]!)).toEqual([]);
  });

  it('lists every signature under its own hash', () => {
    const wrong = lines.filter((line) => {
      const [, kind, hash, , declaration] = LINE.exec(line)!;
      return hashOf(kind as SignatureKind, declaration!) !== `0x${hash}`;
    });
    expect(wrong).toEqual([]);
  });

  it('has only types that can be parsed', () => {
    const events = lines.filter((line) => line.startsWith('event '));
    const unread = events.filter((line) =>
      eventInputs(LINE.exec(line)![4]!).some(({ type }) => abiType(type) === undefined),
    );
    expect(unread).toEqual([]);
  });
});

describe('the book of that table', () => {
  const book = signatureBook();

  it('finds every function and event of the table', () => {
    for (const line of lines.filter((_, at) => at % 100 === 0)) {
      const [, kind, hash, uses, declaration] = LINE.exec(line)!;
      const found =
        kind === 'error'
          ? [book.error(`0x${hash}`)]
          : kind === 'event'
            ? book.events(`0x${hash}`)
            : book.functions(`0x${hash}`);
      expect(found).toContainEqual(
        expect.objectContaining({
          name: declaration!.split('(')[0],
          ...(kind !== 'error' && { uses: Number(uses) }),
        }),
      );
    }
  });

  it('knows the functions and errors of the standards, and how often ABIs declare them', () => {
    expect(book.methodName('0xa9059cbb')).toBe('transfer');
    expect(book.functions('0xa9059cbb')[0]!.uses).toBeGreaterThan(30);
    expect(book.methodName('0x6352211e')).toBe('ownerOf');
    expect(book.methodName('0x12345678')).toBeUndefined();
    expect(book.error('0xe450d38c')).toEqual({
      signature: 'ERC20InsufficientBalance(address,uint256,uint256)',
      name: 'ERC20InsufficientBalance',
    });
  });

  it('distinguishes the layouts of one event, the most used first', () => {
    const shapes = book.events(hashOf('event', 'Transfer(address,address,uint256)'));
    expect(
      shapes.map(({ inputs }) => inputs!.map(({ name, indexed }) => `${name}${indexed ? '*' : ''}`)),
    ).toEqual([
      ['from*', 'to*', 'value'],
      ['from*', 'to*', 'tokenId*'],
      ['from', 'to', 'tokenId'],
    ]);
  });
});
