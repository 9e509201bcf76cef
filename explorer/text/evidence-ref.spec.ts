import { expect, it } from '@jest/globals';
import { readRef, supportOf } from './evidence-ref.js';

const hash = `0x${'ab'.repeat(32)}`;

it('reads a reference', () => {
  expect(readRef(`log:1:${hash}:0:3`)).toEqual({ kind: 'log', blockHash: hash, says: 'event 0 · 3' });
  expect(readRef('new:1')).toEqual({ kind: 'new', says: 'new' });
});

it('says how a record is supported where its kind decides it, and nothing about what is no record', () => {
  const address = `0x${'22'.repeat(20)}`;
  const supports = [
    [`log:1:${hash}:0:3`, 'merkle'],
    [`tx:1:${hash}:0`, 'merkle'],
    [`header:1:${hash}`, 'merkle'],
    [`withdrawal:1:${hash}:1`, 'merkle'],
    [`frame:1:${hash}:0:00000001`, 'node'],
    [`frame:1:${hash}:0:0000`, 'open'],
    [`read:1:${hash}:${address}:0x01ffc9a7`, 'node'],
    [`code:1:${hash}:${address}`, 'open'],
    [`slot:1:${hash}:${address}:${hash}`, 'open'],
    [`view:1:${hash}:${address}:0x`, 'open'],
    [`delegation:1:${hash}:${address}`, 'open'],
    ['new:1', undefined],
    ['constructor:1', undefined],
  ] as const;
  expect(supports.map(([ref]) => [ref, supportOf(ref)])).toEqual(supports);
});
