import { expect, it } from '@jest/globals';
import { recordedReads } from './recorded-reads.js';
import type { StateReadResult } from './state-read-result.js';

const HASH = Buffer.alloc(32, 1);
const READ: StateReadResult = {
  address: HASH.subarray(0, 20),
  what: 'code',
  outcome: 'answered',
  output: HASH,
};
const node = (byte: number, size = 64) => Buffer.alloc(size, byte);
const kept = (proofs: readonly (readonly Buffer[])[]) =>
  recordedReads(proofs.map((nodes) => ({ number: 7, hash: HASH, read: READ, nodes })));

it('keeps each node of the proofs of a block once', () => {
  expect(kept([[node(1), node(2)], [node(1), node(3)], []])).toEqual([
    {
      ...{ number: 7, hash: HASH, reads: [READ, READ, READ] },
      nodes: [node(1), node(2), node(3)],
    },
  ]);
});

it('keeps a read without the nodes that exceed the limit, and the nodes of a later proof that does not', () => {
  const large = node(2, 600_000);
  expect(
    kept([
      [node(1), large],
      [node(3), node(4, 600_000)],
      [large, node(5)],
    ]),
  ).toEqual([
    {
      ...{ number: 7, hash: HASH, reads: [READ, READ, READ] },
      nodes: [node(1), large, node(5)],
    },
  ]);
});

it('has no nodes where nothing was proven', () => {
  expect(kept([[]])[0]).not.toHaveProperty('nodes');
});

it('has one event for each block', () => {
  const other = Buffer.alloc(32, 2);
  const [one, two] = [HASH, other].map((hash, at) => ({ number: 7 + at, hash, read: READ, nodes: [] }));
  expect(recordedReads([two!, one!, two!]).map(({ number, reads }) => [number, reads.length])).toEqual([
    [8, 2],
    [7, 1],
  ]);
});
