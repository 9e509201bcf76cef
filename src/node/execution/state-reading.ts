import type { StateChange } from '../../domain/chain/record/block.js';
import type { JsonRpcCall } from '../rpc/json-rpc-endpoint.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import type { RpcHex } from '../rpc/rpc-block.js';
import { listOf } from '../trace/list-of.js';
import { type PrestateDiff, prestateChanges } from '../trace/prestate-changes.js';
import { type StateDiff, stateDiffChanges } from '../trace/state-diff-changes.js';
import type { StateMethod } from './capabilities.js';

/** How to request and read state changes. `read` throws `MalformedAnswer` for other transactions. */
export interface StateReading {
  call(block: string): JsonRpcCall;
  read(answer: unknown, transactionHashes: readonly RpcHex[]): StateChange[][];
}

const prestate: StateReading = {
  call: (block) => ({
    method: 'debug_traceBlockByNumber',
    params: [block, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
  }),
  read(answer, hashes) {
    return listOf<{ txHash?: RpcHex; result?: PrestateDiff }>(answer, hashes.length).map((trace, index) => {
      if (trace.txHash !== undefined && trace.txHash !== hashes[index])
        throw new MalformedAnswer('a state diff of another transaction');
      if (!trace.result?.pre || !trace.result.post)
        throw new MalformedAnswer(`transaction ${index} has no state diff`);
      return prestateChanges(trace.result);
    });
  },
};

const replay: StateReading = {
  call: (block) => ({ method: 'trace_replayBlockTransactions', params: [block, ['stateDiff']] }),
  read(answer, hashes) {
    return listOf<{ transactionHash?: RpcHex; stateDiff?: StateDiff | null }>(answer, hashes.length).map(
      (trace, index) => {
        if (trace.transactionHash !== undefined && trace.transactionHash !== hashes[index]) {
          throw new MalformedAnswer('a state diff of another transaction');
        }
        if (!trace.stateDiff) throw new MalformedAnswer(`transaction ${index} has no state diff`);
        return stateDiffChanges(trace.stateDiff);
      },
    );
  },
};

/** The reading that fits what a node offers; undefined when it gives no state diffs. */
export function stateReading(method: StateMethod): StateReading | undefined {
  return method === 'none' ? undefined : method === 'debug_prestateTracer' ? prestate : replay;
}
