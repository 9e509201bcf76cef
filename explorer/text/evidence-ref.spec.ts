import { expect, it } from '@jest/globals';
import { readRef } from './evidence-ref.js';

const hash = `0x${'ab'.repeat(32)}`;

it('reads a reference', () => {
  expect(readRef(`log:1:${hash}:0:3`)).toEqual({ kind: 'log', blockHash: hash, says: 'event 0 · 3' });
  expect(readRef('new:1')).toEqual({ kind: 'new', says: 'new' });
});
