import type { Frame } from '../../src/domain/chain/record/block.js';
import { type FlatTrace, flatCallFrames } from '../../src/node/trace/flat-call-frames.js';
import { type NestedCall, nestedCallFrames } from '../../src/node/trace/nested-call-frames.js';
import type { StateDiff } from '../../src/node/trace/state-diff-changes.js';
import { type RecordedCall, recordedCalls } from './recorded-answers.js';
import { type Effects, reportedFlat, reportedNested } from './reported-effects.js';

/** One recorded transaction in the form of a tracer, and in our normal form. */
export interface TracedTransaction {
  readonly hash: string;
  readonly blockNumber: number;
  readonly frames: readonly Frame[];
  /** Derived independently from the recording. */
  readonly reported: Effects;
  /** From `trace_replayBlockTransactions`. */
  readonly stateDiff?: StateDiff;
}

interface Replayed {
  readonly transactionHash?: string;
  readonly trace: readonly FlatTrace[];
  readonly stateDiff: StateDiff;
}

/** A transaction of flat traces. */
export const flatTransaction = (
  hash: string,
  blockNumber: number,
  traces: readonly FlatTrace[],
  stateDiff?: StateDiff,
): TracedTransaction => ({
  ...{ hash, blockNumber, frames: flatCallFrames(traces), reported: reportedFlat(traces) },
  ...(stateDiff && { stateDiff }),
});

/** A transaction of nested calls. */
export const nestedTransaction = (
  hash: string,
  blockNumber: number,
  root: NestedCall,
): TracedTransaction => ({
  ...{ hash, blockNumber, frames: nestedCallFrames(root, false), reported: reportedNested(root) },
});

/** Transactions in a flat list of traces, in order; rewards and withdrawals belong to none. */
export function flatTransactions(
  traces: readonly (FlatTrace & { blockNumber?: number })[],
): TracedTransaction[] {
  const byHash = new Map<string, (FlatTrace & { blockNumber?: number })[]>();
  for (const trace of traces) {
    if (!trace.transactionHash) continue;
    const own = byHash.get(trace.transactionHash);
    if (own) own.push(trace);
    else byHash.set(trace.transactionHash, [trace]);
  }
  return [...byHash].map(([hash, own]) => flatTransaction(hash, own[0]!.blockNumber!, own));
}

/** Blocks with state diffs: `trace_replayBlockTransactions`. */
export const replayedBlocks = (): TracedTransaction[][] =>
  recordedCalls<Replayed[]>('trace_replayBlockTransactions')
    .filter(({ params }) => params.length === 2)
    .map(({ result, blockNumber }) =>
      result.map(({ transactionHash, trace, stateDiff }) =>
        flatTransaction(transactionHash!, blockNumber, trace, stateDiff),
      ),
    );

type Listed = RecordedCall<(FlatTrace & { blockNumber?: number })[]>;

/** Whole blocks and ranges as `trace_block` and `trace_filter` list them, and single transactions. */
export const listedTransactions = (): TracedTransaction[] =>
  ['trace_block', 'trace_filter', 'trace_transaction'].flatMap((name) =>
    (recordedCalls(name) as Listed[])
      // Some answers are limited by a count or an offset.
      .filter(({ params }) => !/"(count|after|IncludeWithdrawals)"/.test(JSON.stringify(params)))
      .flatMap(({ result }) => flatTransactions(result)),
  );

interface BlockTrace {
  readonly txHash: string;
  readonly result: NestedCall | readonly FlatTrace[] | { readonly structLogs: unknown };
}

/** Blocks and transactions in the form of the `debug` methods with the `callTracer` and the `flatCallTracer`. */
export function debugTransactions(): TracedTransaction[] {
  const ofBlocks = ['debug_traceBlockByNumber', 'debug_traceBlockByHash'].flatMap((name) =>
    recordedCalls<BlockTrace[]>(name).flatMap(({ result, blockNumber }) =>
      result.map((trace) => ({ ...trace, blockNumber })),
    ),
  );
  const single = recordedCalls<BlockTrace['result']>('debug_traceTransaction').map(
    ({ params, result, blockNumber }) => ({ txHash: String(params[0]), result, blockNumber }),
  );
  return [...ofBlocks, ...single].flatMap(({ txHash, result, blockNumber }) => {
    const number = blockNumber ?? 0;
    if (Array.isArray(result)) return result.length > 0 ? flatTransaction(txHash, number, result) : [];
    return 'from' in result ? nestedTransaction(txHash, number, result as NestedCall) : [];
  });
}
