import { expect, it } from '@jest/globals';
import { CanonicalFold } from './canonical-fold.js';

const hash = (byte: number): Buffer => Buffer.alloc(32, byte);

it('has the last hash of each number, and counts those that have one', () => {
  const fold = new CanonicalFold();
  fold.set(4095, hash(1));
  fold.set(4096, hash(2));
  fold.set(25_000_000, hash(3));
  fold.set(4096, hash(4));
  fold.delete(4095);
  fold.delete(7);
  expect([4095, 4096, 4097, 25_000_000].map((number) => fold.at(number)?.[0])).toEqual([
    undefined,
    4,
    undefined,
    3,
  ]);
  expect(fold.size).toBe(2);
});

it('keeps a copy, because the buffers of events are reused', () => {
  const fold = new CanonicalFold();
  const read = hash(5);
  fold.set(0, read);
  read.fill(6);
  expect(fold.at(0)).toEqual(hash(5));
});
