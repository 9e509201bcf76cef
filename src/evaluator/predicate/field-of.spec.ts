import { describe, expect, it } from '@jest/globals';
import { FAILS, type Met } from '../model/outcome.js';
import { fieldOf } from './field-of.js';

const ADDRESS = `0x${'66'.repeat(20)}`;
const WORD = `0x${'0'.repeat(24)}${'66'.repeat(20)}`;
const met = (rest: Partial<Met>): Met => ({ expected: true, observed: true, ...rest });

describe('fields of a check', () => {
  it.each<[string, Partial<Met>, string | undefined, string | typeof FAILS]>([
    ['what it observed', { observed: ADDRESS }, undefined, ADDRESS],
    ['a number it observed', { observed: 20 }, undefined, '20'],
    ['that it is there', {}, undefined, 'true'],
    ['no list', { observed: ['0x01'] }, undefined, FAILS],
    ['a value', { value: WORD }, 'value', WORD],
    ['no value', {}, 'value', FAILS],
    ['no record', { value: { a: 'b' } }, 'value', FAILS],
    ['a field of a record', { value: { creator: ADDRESS } }, 'creator', ADDRESS],
    ['no field of its prototype', { value: { creator: ADDRESS } }, 'constructor', FAILS],
    ['a field that is not there', { value: WORD }, 'creator', FAILS],
    ['a field of an entry', { value: { name: 'code' }, fields: { name: 'entry' } }, 'name', 'entry'],
    ['the address in a word', { value: WORD }, 'address', ADDRESS],
    ['no address in a word that is too large', { value: `0x${'66'.repeat(32)}` }, 'address', FAILS],
    ['no address in an address', { value: ADDRESS }, 'address', FAILS],
    ['the number in a word', { value: WORD }, 'uint', String(BigInt(ADDRESS))],
    ['no number in as long a text', { value: 'x'.repeat(66) }, 'uint', FAILS],
    ['no number in other bytes', { value: ADDRESS }, 'uint', FAILS],
    ['the text of bytes', { value: '0x612e657468' }, 'text', 'a.eth'],
    ['no text of bytes beyond ASCII', { value: '0x61c3a4' }, 'text', FAILS],
    ['no text of a value that is not bytes', { value: '0x6g' }, 'text', FAILS],
    ['the address a key begins with', { key: `${ADDRESS}01` }, 'key', ADDRESS],
    ['no address of a short key', { key: '0x01' }, 'key', FAILS],
    ['no address without a key', {}, 'key', FAILS],
  ])('%s', (_what, rest, field, expected) => {
    expect(fieldOf(met(rest), field)).toBe(expected);
  });
});
