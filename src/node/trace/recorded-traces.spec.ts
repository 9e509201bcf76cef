import { describe, expect, it } from '@jest/globals';
import { recordedCalls } from '../../../test/recorded/recorded-answers.js';
import { REFERENCE_DIRECTORY } from '../../../test/recorded/reference-directory.js';
import { type FlatTrace, flatCallFrames } from './flat-call-frames.js';
import { type NestedCall, nestedCallFrames } from './nested-call-frames.js';
import { type PrestateDiff, prestateChanges } from './prestate-changes.js';
import { type StateDiff, stateDiffChanges } from './state-diff-changes.js';

// A skipped suite would still read its recordings.
const recorded = (title: string, suite: () => void): void =>
  REFERENCE_DIRECTORY === undefined
    ? it.skip(`${title} (no recordings at SHARED_DIR)`, () => undefined)
    : describe(title, suite);

interface Replayed {
  readonly transactionHash?: string;
  readonly trace: FlatTrace[];
  readonly stateDiff: StateDiff;
}

recorded('state changes of recorded mainnet blocks', () => {
  const prestates = recordedCalls<{ result: PrestateDiff; txHash: string }[]>(
    'debug_traceBlockByNumber.prestateTracer',
  ).filter(({ params }) => JSON.stringify(params).includes('"diffMode":true'));
  const replays = recordedCalls<Replayed[]>('trace_replayBlockTransactions');

  it.each(prestates.map((call) => [call.blockNumber, call] as const))(
    'of block %i are the same by both tracers',
    (number, call) => {
      const replay = replays.find(({ blockNumber, params }) => blockNumber === number && params.length === 2);
      expect(call.result.length).toBeGreaterThan(100);
      call.result.forEach(({ result, txHash }, index) => {
        const other = replay!.result[index]!;
        expect(other.transactionHash).toBe(txHash);
        expect(prestateChanges(result)).toEqual(stateDiffChanges(other.stateDiff));
      });
    },
  );
});

recorded('call frames of recorded mainnet blocks', () => {
  const replays = recordedCalls<Replayed[]>('trace_replayBlockTransactions').filter(
    ({ params }) => params.length === 2,
  );
  const blocks = recordedCalls<FlatTrace[]>('trace_block').filter(({ params }) => params.length === 1);
  const both = blocks.flatMap((block) => {
    const replay = replays.find(({ blockNumber }) => blockNumber === block.blockNumber);
    return replay ? [[block.blockNumber, block.result, replay.result] as const] : [];
  });

  it.each(both)('of block %i are the same by trace_block and by replay', (_, traces, replayed) => {
    for (const { transactionHash, trace } of replayed) {
      const own = traces.filter((flat) => flat.transactionHash === transactionHash);
      expect(flatCallFrames(own)).toEqual(flatCallFrames(trace));
    }
  });

  it('of block 24298763 read from nested calls number each child once, parents first', () => {
    const call = recordedCalls<{ result: NestedCall }[]>('debug_traceBlockByNumber').find(
      ({ blockNumber }) => blockNumber === 24298763,
    );
    for (const { result } of call!.result) {
      const paths = nestedCallFrames(result, false).map(({ path }) => path.toString('hex'));
      expect(paths[0]).toBe('0000');
      expect(new Set(paths).size).toBe(paths.length);
      for (const path of paths.slice(1)) {
        expect(paths).toContain(path.slice(0, -4));
        const index = Number.parseInt(path.slice(-4), 16);
        if (index > 0) expect(paths).toContain(path.slice(0, -4) + (index - 1).toString(16).padStart(4, '0'));
      }
      expect([...paths].sort()).toEqual(paths);
    }
  });
});
