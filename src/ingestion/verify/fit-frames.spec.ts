import { describe, expect, it } from '@jest/globals';
import { sourcedBlock } from '../../../test/builder/sourced-block.js';
import type { Frame } from '../../kernel/chain/block.js';
import { BlockRefused } from './block-refused.js';
import { verifyBlock } from './verify-block.js';

const good = await sourcedBlock();
const other = Buffer.alloc(20, 9);

/** Verifies the block with the frames of one transaction replaced. */
function withFrames(transactionIndex: number, change: (frames: Frame[]) => (Frame | undefined)[]) {
  const frames = good.frames!.map((list, i) => (i === transactionIndex ? change([...list]) : list));
  return () => verifyBlock({ ...good, frames: frames as Frame[][] });
}

function problemOf(verify: () => unknown): unknown {
  try {
    verify();
  } catch (error) {
    if (error instanceof BlockRefused && error.reason === 'frames') return error.details.problem;
    throw error;
  }
  return 'none';
}

describe('frames', () => {
  it('are refused unless there is a list for each transaction', () => {
    const verify = () => verifyBlock({ ...good, frames: good.frames!.slice(1) });
    expect(problemOf(verify)).toBe('not one list for each transaction');
  });

  it.each<[string, Partial<Frame>]>([
    ['root frame from another sender', { from: other }],
    ['root frame with another value', { value: 2n }],
    ['root frame with other input', { input: Buffer.from([1]) }],
    ['root frame with another outcome', { error: 'out of gas' }],
    ['root frame to another address', { to: other }],
    ['root frame to another address', { type: 'CREATE' }],
    ['not in pre-order', { path: Buffer.from('0001', 'hex') }],
  ])('are refused: %s', (problem, change) => {
    expect(problemOf(withFrames(0, ([root, ...rest]) => [{ ...root!, ...change }, ...rest]))).toBe(problem);
  });

  it('are refused when the failed transaction succeeded, or created elsewhere', () => {
    const withoutError = ({ error: _, ...frame }: Frame) => frame;
    expect(problemOf(withFrames(2, ([root, inner]) => [withoutError(root!), inner]))).toBe(
      'root frame with another outcome',
    );
    expect(problemOf(withFrames(4, ([root, inner]) => [{ ...root!, to: other }, inner]))).toBe(
      'root frame creates another address',
    );
  });

  it.each<[string, (frames: Frame[]) => Frame[]]>([
    ['no root frame', () => []],
    ['not in pre-order', ([root, inner]) => [inner!, root!]],
    ['not in pre-order', ([root, inner]) => [root!, inner!, inner!]],
    ['a log the receipt does not have', ([root, inner]) => [{ ...root!, logIndexes: [3] }, inner!]],
    ['a log the receipt does not have', ([root, inner]) => [{ ...root!, logIndexes: [-1] }, inner!]],
    ['not each log of the receipt once', ([root, inner]) => [{ ...root!, logIndexes: [1] }, inner!]],
    ['not each log of the receipt once', ([root, inner]) => [{ ...root!, logIndexes: [] }, inner!]],
  ])('are refused: %s', (problem, change) => {
    expect(problemOf(withFrames(3, change))).toBe(problem);
  });

  it('need no logs, if no frame has any', () => {
    const withoutLogs = (frames: Frame[]) => frames.map(({ logIndexes: _, ...frame }) => frame);
    const { frames } = withFrames(3, withoutLogs)();
    expect(frames![3]!.some((frame) => 'logIndexes' in frame)).toBe(false);
  });

  it('state no logs, if the tracer knows none of the whole block', () => {
    const frames = good.frames!.map((list) => list.map((frame) => ({ ...frame, logIndexes: [] })));
    const block = verifyBlock({ ...good, frames });
    expect(block.frames!.flat().some((frame) => 'logIndexes' in frame)).toBe(false);
  });

  it('tell text that UTF-8 can hold', () => {
    const { frames } = withFrames(2, ([root, inner]) => [{ ...root!, error: 'bad \ud800 text' }, inner])();
    expect(frames![2]![0]!.error).toBe('bad \ufffd text');
  });

  it('come with as many state changes as there are transactions', () => {
    expect(() => verifyBlock({ ...good, stateChanges: [] })).toThrow(
      'state_changes {"stated":0,"expected":7}',
    );
  });
});
