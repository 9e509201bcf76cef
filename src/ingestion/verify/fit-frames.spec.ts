import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { TARGET } from '../../../test/builder/signed-transactions.js';
import { sourcedBlock } from '../../../test/builder/sourced-block.js';
import { decodeBundle, encodeBundle } from '../../domain/chain/codec/bundle.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Frame } from '../../domain/chain/record/block.js';
import type { RpcLog, SourcedFrame } from '../../node/rpc/rpc-block.js';
import { BlockRefused } from './finding/block-refused.js';
import { verifyBlock } from './verify-block.js';

const good = await sourcedBlock();
const other = Buffer.alloc(20, 9);
const TARGET_BYTES = fromHex(TARGET);

/** Verifies the block with the frames of one transaction replaced. */
function withFrames(
  transactionIndex: number,
  change: (frames: SourcedFrame[]) => (SourcedFrame | undefined)[],
) {
  const frames = good.frames!.map((list, i) => (i === transactionIndex ? change([...list]) : list));
  return () => verifyBlock({ ...good, frames: frames as SourcedFrame[][] });
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
    ['a log of two frames', ([root, inner]) => [{ ...root!, logIndexes: [1] }, inner!]],
    ['a log of no frame', ([root, inner]) => [{ ...root!, logIndexes: [] }, inner!]],
  ])('are refused: %s', (problem, change) => {
    expect(problemOf(withFrames(3, change))).toBe(problem);
  });

  it('need no logs if no frame has any', () => {
    const withoutLogs = (frames: Frame[]) => frames.map(({ logIndexes: _, ...frame }) => frame);
    const { frames } = withFrames(3, withoutLogs)();
    expect(frames![3]!.some((frame) => 'logIndexes' in frame)).toBe(false);
  });

  it.each<[string, Partial<RpcLog>]>([
    ['address', { address: `0x${'09'.repeat(20)}` }],
    ['data', { data: '0x' }],
    ['topics', { topics: [] }],
  ])('are refused when a log was traced with other %s', (_, change) => {
    const verify = withFrames(1, ([root, inner]) => [
      { ...root!, tracedLogs: [{ ...root!.tracedLogs![0]!, ...change }] },
      inner,
    ]);
    expect(problemOf(verify)).toBe('logs other than those of the receipt');
  });

  it('are refused when logs were numbered but not listed, or one too many was', () => {
    const withLogs = (change: (logs: readonly RpcLog[]) => readonly RpcLog[]) =>
      problemOf(
        withFrames(3, ([root, inner]) => [{ ...root!, tracedLogs: change(root!.tracedLogs!) }, inner]),
      );
    expect(withLogs(() => [])).toBe('logs other than those of the receipt');
    expect(withLogs((logs) => [...logs, logs[0]!])).toBe('logs other than those of the receipt');
    expect(withLogs((logs) => logs.toReversed())).toBe('logs other than those of the receipt');
    expect(
      withLogs((logs) => logs.map((log) => ({ ...log, address: log.address.toUpperCase() as Hex }))),
    ).toBe('none');
  });

  it('are refused with a log where the receipt has none', () => {
    const withFirst = (change: Partial<SourcedFrame>) =>
      problemOf(withFrames(0, ([root, inner]) => [{ ...root!, ...change }, inner]));
    const { tracedLogs } = good.frames![1]![0]!;
    expect(withFirst({ logIndexes: [0] })).toBe('a log the receipt does not have');
    expect(withFirst({ tracedLogs: tracedLogs! })).toBe('a log the receipt does not have');
  });

  it('emit logs as the account they run as: a delegate as its caller, an inner call as itself', () => {
    const inner = (change: Partial<Frame>) =>
      problemOf(withFrames(3, ([root, frame]) => [root!, { ...frame!, to: other, ...change }]));
    expect(inner({})).toBe('none');
    expect(inner({ type: 'CALLCODE' })).toBe('none');
    expect(inner({ type: 'CALL' })).toBe("a log of another's");
    expect(inner({ type: 'CALL', to: TARGET_BYTES })).toBe('none');
  });

  it('take no context from a sibling frame', () => {
    const verify = withFrames(3, ([root, inner]) => [
      root,
      { ...inner!, type: 'CALL', to: other, logIndexes: [] },
      { ...inner!, path: Buffer.from('00000001', 'hex'), logIndexes: [1] },
      { ...inner!, path: Buffer.from('000000010000', 'hex'), logIndexes: [2] },
    ]);
    expect(problemOf(verify)).toBe('none');
  });

  it('drop from the root what was only for the comparison', () => {
    expect(
      verifyBlock(good)
        .frames!.flat()
        .some((frame) => 'tracedLogs' in frame),
    ).toBe(false);
  });

  it('state no logs, if the tracer knows none of the whole block', () => {
    const frames = good.frames!.map((list) => list.map((frame) => ({ ...frame, logIndexes: [] })));
    const block = verifyBlock({ ...good, frames });
    expect(block.frames!.flat().some((frame) => 'logIndexes' in frame)).toBe(false);
  });

  it.each([
    ['bad \ud800 text', 'bad \ufffd text'],
    ['nul \0, escape \x1b[1m, line\nfeed, \u202eright to left', 'nul , escape [1m, linefeed, right to left'],
    ['€'.repeat(201), '€'.repeat(200)],
    [`${'x'.repeat(199)}\u{1f600}`, `${'x'.repeat(199)}\ufffd`],
    ['out of gas', 'out of gas'],
  ])('tell %j as text that can be stored and shown', (error, reported) => {
    const { frames } = withFrames(2, ([root, inner]) => [{ ...root!, error }, inner])();
    expect(frames![2]![0]!.error).toBe(reported);
  });

  it('are an empty list in a block without transactions, whatever the tracer says', async () => {
    const { frames, ...empty } = await sourcedBlock({ blobGasUsed: '0x0' }, []);
    for (const stated of [undefined, [], good.frames!]) {
      const block = verifyBlock({ ...empty, ...(stated && { frames: stated }) });
      expect(block.frames).toEqual([]);
      expect(decodeBundle(encodeBundle(block))).toStrictEqual(block);
    }
  });
});
