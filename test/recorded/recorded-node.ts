import { type RpcCall, RpcRefusal, type RpcServer, startRpcServer } from '../simulation/rpc-server.js';
import type { RecordedBlock } from './recorded-block.js';

/**
 * Serves recorded blocks as a mainnet node with islands of history. It answers for unrecorded parts as a pruned node
 * does: `null` for blocks, receipts and uncles, an error for traces and state. `without` leaves out the methods of
 * one tracer family.
 */
export function startRecordedNode(
  recordings: readonly RecordedBlock[],
  { without = '' }: { readonly without?: 'debug' | '' } = {},
): Promise<RpcServer> {
  const byNumber = new Map(recordings.map((recording) => [Number(recording.block.number), recording]));
  const byHash = new Map(recordings.map((recording) => [recording.block.hash, recording]));
  const head = Math.max(...byNumber.keys());

  function named(tag: unknown): RecordedBlock | undefined {
    if (tag === 'latest' || tag === 'finalized' || tag === 'safe') return byNumber.get(head);
    return byHash.get(String(tag)) ?? byNumber.get(Number(tag));
  }

  function answer({ method, params }: RpcCall): unknown {
    const [first, second] = params;
    if (without !== '' && method.startsWith(`${without}_`)) throw unknownMethod(method);
    switch (method) {
      case 'eth_chainId':
        return '0x1';
      case 'web3_clientVersion':
        return 'recorded/1.0';
      case 'eth_blockNumber':
        return `0x${head.toString(16)}`;
      case 'eth_getBlockByNumber':
      case 'eth_getBlockByHash':
        return blockJson(named(first), second);
      case 'eth_getBlockReceipts':
        return named(first)?.receipts;
      case 'eth_getTransactionReceipt':
        return receiptOf(recordings, first);
      case 'eth_getUncleByBlockNumberAndIndex':
      case 'eth_getUncleByBlockHashAndIndex':
        return null;
      case 'debug_traceBlockByNumber':
      case 'debug_traceBlockByHash':
        return recorded((second as { tracer?: string })?.tracer === 'callTracer' && named(first)?.traces);
      case 'trace_block':
        return recorded(named(first)?.parityTraces);
      case 'trace_replayBlockTransactions':
        return recorded(undefined);
      default:
        throw unknownMethod(method);
    }
  }

  return startRpcServer({ answer });
}

const unknownMethod = (method: string): RpcRefusal =>
  new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);

function blockJson(recording: RecordedBlock | undefined, full: unknown): unknown {
  if (!recording || full === true) return recording?.block;
  const { block } = recording;
  const hashes = block.transactions.map((transaction) =>
    typeof transaction === 'string' ? transaction : transaction.hash,
  );
  return { ...block, transactions: hashes };
}

function receiptOf(recordings: readonly RecordedBlock[], hash: unknown): unknown {
  for (const { receipts = [] } of recordings) {
    const found = receipts.find((receipt) => receipt.transactionHash === hash);
    if (found) return found;
  }
  return null;
}

function recorded(traces: readonly unknown[] | false | undefined): readonly unknown[] {
  if (!traces) throw new RpcRefusal(-32000, 'required historical state unavailable');
  return traces;
}
