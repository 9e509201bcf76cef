import type { JsonRpcCall } from '../rpc/json-rpc-endpoint.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import type { RpcHex, SourcedFrame } from '../rpc/rpc-block.js';
import { type FlatTrace, flatCallFrames } from '../trace/flat-call-frames.js';
import { listOf } from '../trace/list-of.js';
import { type NestedCall, nestedCallFrames } from '../trace/nested-call-frames.js';
import type { FrameMethod } from './capabilities.js';

/** How to request and read call frames. `read` throws `MalformedAnswer` for other transactions. */
export interface FrameReading {
  /** Whether every call is listed, those to precompiles too. */
  readonly listsEveryCall: boolean;
  call(block: string): JsonRpcCall;
  read(answer: unknown, transactionHashes: readonly RpcHex[], blockHash: RpcHex): SourcedFrame[][];
}

const nested: FrameReading = {
  listsEveryCall: true,
  call: (block) => ({
    method: 'debug_traceBlockByNumber',
    params: [block, { tracer: 'callTracer', tracerConfig: { withLog: true } }],
  }),
  read(answer, hashes) {
    const traces = listOf<{ txHash?: RpcHex; result?: NestedCall; error?: string }>(answer, hashes.length);
    return traces.map((trace, index) => {
      if (trace.txHash !== undefined && trace.txHash !== hashes[index])
        throw new MalformedAnswer('a trace of another transaction');
      if (!trace.result)
        throw new MalformedAnswer(
          `transaction ${index} could not be traced: ${String(trace.error).slice(0, 100)}`,
        );
      return nestedCallFrames(trace.result, true);
    });
  },
};

const flat: FrameReading = {
  listsEveryCall: false,
  call: (block) => ({ method: 'trace_block', params: [block] }),
  read(answer, hashes, blockHash) {
    if (!Array.isArray(answer)) throw new MalformedAnswer('traces are not a list');
    const byTransaction = new Map<string, FlatTrace[]>(hashes.map((hash) => [hash, []]));
    for (const trace of answer as FlatTrace[]) {
      if (trace.blockHash !== undefined && trace.blockHash !== blockHash)
        throw new MalformedAnswer('a trace of another block');
      if (trace.type === 'reward' || !trace.transactionHash) continue;
      const list = byTransaction.get(trace.transactionHash);
      if (list === undefined) throw new MalformedAnswer('a trace of another transaction');
      list.push(trace);
    }
    return hashes.map((hash) => flatCallFrames(byTransaction.get(hash) ?? []));
  },
};

/** The reading that fits what a node offers; undefined when it gives no frames. */
export function frameReading(method: FrameMethod): FrameReading | undefined {
  return method === 'none' ? undefined : method === 'debug_callTracer' ? nested : flat;
}
