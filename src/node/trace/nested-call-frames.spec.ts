import { describe, expect, it } from '@jest/globals';
import type { SourcedFrame } from '../rpc/rpc-block.js';
import { flatCallFrames } from './flat-call-frames.js';
import { type NestedCall, nestedCallFrames } from './nested-call-frames.js';

const A = `0x${'aa'.repeat(20)}`;
const B = `0x${'bb'.repeat(20)}`;
const IDENTITY = `0x${'00'.repeat(19)}04`;

const call = (fields: Partial<NestedCall>): NestedCall => ({
  type: 'CALL',
  from: A,
  to: B,
  value: '0x0',
  gas: '0x100',
  gasUsed: '0x10',
  input: '0x',
  ...fields,
});
const log = (data: string, position: string | number) => ({ address: B, topics: [], data, position });
const paths = (root: NestedCall): string[] =>
  nestedCallFrames(root, false).map(({ path }) => path.toString('hex'));

describe('nestedCallFrames', () => {
  it('numbers siblings from zero, leaving out calls without value to precompiles', () => {
    const root = call({
      calls: [
        call({ to: IDENTITY }),
        call({}),
        call({ to: IDENTITY, value: '0x1' }),
        call({ calls: [call({})] }),
      ],
    });
    expect(paths(root)).toEqual(['0000', '00000000', '00000001', '00000002', '000000020000']);
  });

  it('numbers more siblings than two bytes count', () => {
    const root = call({ calls: Array.from({ length: 65_537 }, () => call({})) });
    expect(paths(root).slice(-3)).toEqual(['0000fffe', '0000ffff0000', '0000ffff0001']);
  });

  it('keeps a transaction sent straight to a precompile', () => {
    expect(paths(call({ to: IDENTITY }))).toEqual(['0000']);
  });

  it('numbers logs as they were emitted, between and after inner calls, and lists them so', () => {
    const root = call({
      logs: [log('a', '0x0'), log('c', '0x1'), log('f', '0x2')],
      calls: [call({ logs: [log('b', '0x0')] }), call({ logs: [log('d', 0), log('e', 0)] })],
    });
    const frames = nestedCallFrames(root, true);
    expect(frames.map(({ logIndexes }) => logIndexes)).toEqual([[0, 2, 5], [1], [3, 4]]);
    expect(frames[0]!.tracedLogs!.map(({ data }) => data).join('')).toBe('abcdef');
  });

  it('gives no number to logs that a failure undid, of the frame or a frame around it', () => {
    const root = call({
      logs: [log('a', 1)],
      calls: [
        call({ error: 'execution reverted', logs: [log('b', 0)], calls: [call({ logs: [log('c', 0)] })] }),
      ],
    });
    const frames = nestedCallFrames(root, true);
    expect(frames.map(({ logIndexes }) => logIndexes)).toEqual([[0], [], []]);
    expect(frames[0]!.tracedLogs).toHaveLength(1);
  });

  it('gives no logs at all where the position of one is missing', () => {
    const { position: _, ...unplaced } = log('b', 0);
    const root = call({ logs: [log('a', 0)], calls: [call({ logs: [unplaced] })] });
    const frames = nestedCallFrames(root, true);
    expect(frames).toEqual(nestedCallFrames(root, false));
    expect(frames).toHaveLength(2);
    expect(frames.some((frame) => 'logIndexes' in frame || 'tracedLogs' in frame)).toBe(false);
  });

  it('keeps return data of failures and creations only', () => {
    const root = call({
      output: '0x01',
      calls: [
        call({ type: 'CREATE', output: '0x6001' }),
        call({ error: 'execution reverted', output: '0x08c379a0' }),
      ],
    });
    expect(nestedCallFrames(root, false).map(({ output }) => output.toString('hex'))).toEqual([
      '',
      '6001',
      '08c379a0',
    ]);
  });

  it('gives no value to frames that run in the context of another', () => {
    const root = call({
      value: '0x5',
      calls: [call({ type: 'DELEGATECALL', value: '0x5' }), call({ type: 'STATICCALL' })],
    });
    expect(nestedCallFrames(root, false).map(({ value }) => value)).toEqual([5n, 0n, 0n]);
  });

  it('refuses a frame of a type it does not know', () => {
    expect(() => nestedCallFrames(call({ type: 'TELEPORT' }), false)).toThrow('unknown type TELEPORT');
  });
});

describe('both tracer families', () => {
  it('give the same frames', () => {
    const nested = call({
      value: '0x1',
      input: '0xabcdef01',
      calls: [
        call({ type: 'STATICCALL', to: IDENTITY }),
        call({ type: 'CREATE2', to: A, input: '0x60', output: '0x6001', value: '0x2' }),
        call({ type: 'CREATE', from: B, to: A, input: '0x60', gasUsed: '0x100', error: 'out of gas' }),
        call({ error: 'execution reverted', output: '0x1234' }),
        call({ type: 'SELFDESTRUCT', from: B, to: A, value: '0x7', gas: '0x0', gasUsed: '0x0' }),
      ],
    });
    const action = { from: A, to: B, value: '0x0', gas: '0x100', input: '0x' };
    const flat = [
      {
        type: 'call',
        action: { ...action, callType: 'call', value: '0x1', input: '0xabcdef01' },
        result: { gasUsed: '0x10' },
        traceAddress: [],
      },
      {
        type: 'create',
        action: { creationMethod: 'create2', from: A, gas: '0x100', init: '0x60', value: '0x2' },
        result: { address: A, code: '0x6001', gasUsed: '0x10' },
        traceAddress: [0],
      },
      {
        type: 'create',
        action: { creationMethod: 'create', from: B, gas: '0x100', init: '0x60', value: '0x0' },
        error: 'Out of gas',
        traceAddress: [1],
      },
      {
        type: 'call',
        action: { ...action, callType: 'call' },
        result: { gasUsed: '0x10', output: '0x1234' },
        error: 'Reverted',
        traceAddress: [2],
      },
      {
        type: 'suicide',
        action: { address: B, refundAddress: A, balance: '0x7' },
        result: null,
        traceAddress: [3],
      },
    ];
    const [{ precompileCalls, ...root }, ...inner] = nestedCallFrames(nested, false) as [
      SourcedFrame,
      ...SourcedFrame[],
    ];
    expect(flatCallFrames(flat)).toEqual([root, ...inner]);
    // The flat family lacks the positions of failures among all calls.
    expect(precompileCalls).toEqual([{ caller: 0, position: 0 }]);
  });
});

describe('calls to precompiles', () => {
  it('are listed where something failed, with the failures, by caller and position', () => {
    const failed = call({ type: 'STATICCALL', from: B, to: IDENTITY, gasUsed: '0x100', error: 'out of gas' });
    const fine = call({ type: 'STATICCALL', from: B, to: IDENTITY });
    const inner = call({ from: B, to: B, calls: [fine, failed] });
    const frames = nestedCallFrames(call({ calls: [fine, inner, failed] }), false);
    expect(frames.map(({ path }) => path.toString('hex'))).toEqual(['0000', '00000000']);
    const failure = {
      ...{ type: 'STATICCALL', to: Buffer.from(IDENTITY.slice(2), 'hex'), gas: 256, gasUsed: 256 },
      ...{ output: Buffer.alloc(0), error: 'out of gas' },
    };
    expect(frames[0]!.precompileCalls).toEqual([
      { caller: 0, position: 0 },
      { caller: 0, position: 2, failure },
      { caller: 1, position: 0 },
      { caller: 1, position: 1, failure },
    ]);
  });

  it('are left out where nothing failed', () => {
    const [root] = nestedCallFrames(call({ calls: [call({ type: 'STATICCALL', to: IDENTITY })] }), false);
    expect(root).not.toHaveProperty('precompileCalls');
  });
});
