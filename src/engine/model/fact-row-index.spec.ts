import { describe, expect, it } from '@jest/globals';
import { rowAt } from '../../../test/builder/fact-rows.js';
import { FactRowIndex } from './fact-row-index.js';

const FLAG = 3;
const ROLES = 7;

describe('rows of an address', () => {
  const first = rowAt('110', 'true', { source: FLAG });
  const second = rowAt('111', null, { source: FLAG });
  const ofB = rowAt('112', 'true', { source: ROLES, key: '0x0b' });
  const ofA = rowAt('113', 'true', { source: ROLES, key: '0x0a' });
  const index = FactRowIndex.of([first, second, ofB, ofA]);

  it('are found by source and key, in their order', () => {
    expect(index.of(FLAG, '')).toEqual([first, second]);
    expect(index.of(ROLES, '0x0a')).toEqual([ofA]);
    expect(index.of(ROLES, '0x0c')).toEqual([]);
    expect(index.of(ROLES, '')).toEqual([]);
    expect([FLAG, ROLES, 4].map((source) => index.has(source))).toEqual([true, true, false]);
  });

  it('have their keys in ascending order, none first', () => {
    expect([FLAG, ROLES, 4].map((source) => index.keysOf(source))).toEqual([[''], ['0x0a', '0x0b'], []]);
    const both = FactRowIndex.of([ofB, rowAt('110', 'true', { source: ROLES })]);
    expect(both.keysOf(ROLES)).toEqual(['', '0x0b']);
  });

  it('may be none', () => {
    const none = FactRowIndex.of([]);
    expect([none.has(FLAG), none.of(FLAG, ''), none.keysOf(FLAG)]).toEqual([false, [], []]);
  });
});
