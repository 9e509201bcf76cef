import { expect, it } from '@jest/globals';
import type { Hex } from '../chain/hex.js';
import { formatStateRead, parseStateRead, type StateRead } from './state-read.js';

const SLOT: Hex = `0x${'0'.repeat(63)}2`;

it.each<[string, StateRead]>([
  ['code', { kind: 'code' }],
  [`slot:${SLOT}`, { kind: 'slot', slot: SLOT }],
  ['0x95d89b41', { kind: 'call', data: '0x95d89b41' }],
  ['0x', { kind: 'call', data: '0x' }],
])('%s is the text of one read', (text, read) => {
  expect(parseStateRead(text)).toEqual(read);
  expect(formatStateRead(read)).toBe(text);
});
