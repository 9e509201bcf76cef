import { expect, it } from '@jest/globals';
import type { StateReadResult } from '../../domain/event/state-read-result.js';
import { ReadsOfBlock } from './reads-of-block.js';

const HASH = Buffer.alloc(32, 1);
const READ: StateReadResult = {
  address: HASH.subarray(0, 20),
  what: 'code',
  outcome: 'answered',
  output: HASH,
};
const node = (byte: number, size = 64) => Buffer.alloc(size, byte);
const kept = (nodes: readonly (readonly Buffer[])[]) => {
  const block = new ReadsOfBlock(7, HASH);
  for (const one of nodes) block.add(READ, one);
  return block.recorded();
};

it('keeps each node of the proofs of a block once', () => {
  expect(kept([[node(1), node(2)], [node(1), node(3)], []])).toEqual({
    ...{ number: 7, hash: HASH, reads: [READ, READ, READ] },
    nodes: [node(1), node(2), node(3)],
  });
});

it('keeps the reads without the nodes of a proof that does not fit, and nodes of a later one that does', () => {
  const large = node(2, 600_000);
  expect(
    kept([
      [node(1), large],
      [node(3), node(4, 600_000)],
      [large, node(5)],
    ]),
  ).toEqual({
    ...{ number: 7, hash: HASH, reads: [READ, READ, READ] },
    nodes: [node(1), large, node(5)],
  });
});

it('has no nodes where nothing was proven', () => {
  expect(kept([[]])).not.toHaveProperty('nodes');
});
