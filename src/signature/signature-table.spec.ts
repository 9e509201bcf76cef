import { describe, expect, it } from '@jest/globals';
import type { Hex } from '../domain/chain/hex.js';
import { SignatureTable } from './signature-table.js';

const tableOf = (...lines: string[]) =>
  new SignatureTable(Buffer.from(lines.map((line) => `${line}\n`).join('')));

describe('the signature table', () => {
  const table = tableOf(
    '# made of nothing',
    'error aa000000 3 Bad()',
    'event aa000000 1 Paid(address indexed from,uint256)',
    'function 00000000 1 first()',
    'function aa000000 0 one(bytes4)',
    'function aa000000 12 two()',
    'function aa000001 1 near()',
    'function ffffffff 7 last()',
  );

  it('finds all lines of a hash, the first and the last of the text too', () => {
    expect(table.entries('function', '0xaa000000')).toEqual([
      { uses: 0, declaration: 'one(bytes4)' },
      { uses: 12, declaration: 'two()' },
    ]);
    expect(table.entries('function', '0x00000000')).toEqual([{ uses: 1, declaration: 'first()' }]);
    expect(table.entries('function', '0xffffffff')).toEqual([{ uses: 7, declaration: 'last()' }]);
    expect(tableOf('error 01020304 1 Only()').entries('error', '0x01020304')).toHaveLength(1);
  });

  it('keeps the kinds apart', () => {
    expect(table.entries('error', '0xaa000000')).toEqual([{ uses: 3, declaration: 'Bad()' }]);
    expect(table.entries('event', '0xaa000000')).toEqual([
      { uses: 1, declaration: 'Paid(address indexed from,uint256)' },
    ]);
    expect(table.entries('error', '0xffffffff')).toEqual([]);
  });

  it.each<Hex>(['0x00000001', '0xaa00', '0xaa0000', '0xaa00000000', '0x'])('finds nothing for %s', (hash) => {
    expect(table.entries('function', hash)).toEqual([]);
  });

  it('finds nothing in nothing', () => {
    expect(tableOf().entries('function', '0xaa000000')).toEqual([]);
  });
});
