import { bytesToHex } from '@ethereumjs/util';
import { type Hex, keccak256, numberToHex } from 'viem';
import type { CallTraceJson, PrestateDiffJson } from '../simulation/geth-traces.js';
import { type RpcCall, RpcRefusal, type RpcServer, startRpcServer } from '../simulation/rpc-server.js';
import type { AmsterdamChain, BuiltBlock } from './amsterdam-chain.js';

export const PROTOCOL: Hex = '0xfffffffffffffffffffffffffffffffffffffffe';
const TRANSFER = keccak256(Buffer.from('Transfer(address,address,uint256)'));

export interface NodeManner {
  /** What the node calls the hash of a block's access list. */
  readonly accessListName?: 'blockAccessListHash' | 'balHash';
  /** Whether its tracer reports the protocol's ether logs, as geth does: in the frame that receives the ether. */
  readonly tracesEther?: boolean;
  /** Which access lists it serves: none, pruned ones as an error, or all, as this function changes them. */
  readonly lists?: 'none' | 'pruned' | ((raw: Hex) => Hex);
  /** Which tracers it has: all, the call tracer alone, or none. */
  readonly tracers?: 'all' | 'calls' | 'none';
  /** The block whose access list it has dropped. */
  readonly droppedList?: number;
  /** Changes its state diffs of a block. */
  readonly changed?: (diffs: readonly PrestateDiffJson[]) => readonly PrestateDiffJson[];
  /** Changes its answer for a block. */
  readonly lie?: (call: CallTraceJson) => CallTraceJson;
}

/** Serves a chain of `@ethereumjs/vm` as an execution node does. */
export function startAmsterdamNode(chain: AmsterdamChain, manner: NodeManner = {}): Promise<RpcServer> {
  const { accessListName = 'blockAccessListHash', tracesEther = true, lie = (call) => call } = manner;
  const { lists = (raw) => raw, changed = (diffs) => diffs, tracers = 'all' } = manner;

  function named(tag: unknown): BuiltBlock | undefined {
    if (tag === 'latest') return chain.blocks.at(-1);
    return chain.blocks.find(({ block }) => block.header.number === BigInt(tag as string));
  }

  function answer({ method, params: [tag, option] }: RpcCall): unknown {
    switch (method) {
      case 'eth_chainId':
        return '0x1';
      case 'web3_clientVersion':
        return 'ethereumjs/10.1.3';
      case 'eth_getBlockByNumber': {
        if (tag === 'finalized') return null;
        const built = named(tag);
        return built ? blockJson(built, option === true, accessListName) : null;
      }
      case 'eth_getBlockReceipts':
        return receiptsJson(named(tag)!);
      case 'debug_traceBlockByNumber': {
        const built = named(tag)!;
        const isCalls = (option as { tracer: string }).tracer === 'callTracer';
        if (tracers === 'none' || (tracers === 'calls' && !isCalls))
          throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
        const results = isCalls
          ? built.calls.map((call) => lie(tracesEther ? withEther(call) : call))
          : changed(built.diffs);
        return built.block.transactions.map((transaction, index) => ({
          txHash: bytesToHex(transaction.hash()),
          result: results[index],
        }));
      }
      case 'debug_getRawBlockAccessList': {
        if (lists === 'none')
          throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
        if (lists === 'pruned') throw new RpcRefusal(4444, 'pruned history unavailable');
        const built = chain.blocks.find(({ block }) => bytesToHex(block.hash()) === tag);
        if (!built) throw new RpcRefusal(-32000, 'no such block');
        if (Number(built.block.header.number) === manner.droppedList)
          throw new RpcRefusal(4444, 'pruned history unavailable');
        return lists(bytesToHex(built.accessList!.serialize()));
      }
      default:
        throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
    }
  }

  return startRpcServer({ answer });
}

function blockJson({ block }: BuiltBlock, full: boolean, accessListName: string): object {
  const { blockAccessListHash, ...header } = block.header.toJSON();
  const { uncleHash, coinbase, transactionsTrie, receiptTrie, ...others } = header as Record<string, unknown>;
  return {
    ...others,
    hash: bytesToHex(block.hash()),
    sha3Uncles: uncleHash,
    miner: coinbase,
    transactionsRoot: transactionsTrie,
    receiptsRoot: receiptTrie,
    ...(blockAccessListHash && { [accessListName]: blockAccessListHash }),
    uncles: [],
    withdrawals: block.withdrawals?.map((withdrawal) => withdrawal.toJSON()),
    transactions: block.transactions.map((transaction) => {
      const hash = bytesToHex(transaction.hash());
      if (!full) return hash;
      const { data: input, gasLimit: gas, ...fields } = transaction.toJSON();
      const to = transaction.to?.toString() ?? null;
      const from = transaction.getSenderAddress().toString();
      return { ...fields, ...authorizations(fields), input, gas, to, hash, from };
    }),
  };
}

/** Authorizations with zeros written as nodes write them: `0x0`. */
function authorizations({ authorizationList }: { readonly authorizationList?: readonly object[] }) {
  if (!authorizationList) return {};
  const written = (field: string): string => (field === '0x' ? '0x0' : field);
  return {
    authorizationList: authorizationList.map((one) =>
      Object.fromEntries(Object.entries(one).map(([name, field]) => [name, written(field as string)])),
    ),
  };
}

function receiptsJson({ block, receipts }: BuiltBlock): object[] {
  return receipts.map((receipt, index) => ({
    transactionHash: bytesToHex(block.transactions[index]!.hash()),
    type: numberToHex(block.transactions[index]!.type),
    status: numberToHex((receipt as { status: number }).status),
    cumulativeGasUsed: numberToHex(receipt.cumulativeBlockGasUsed),
    logs: receipt.logs.map(([address, topics, data]) => ({
      address: bytesToHex(address),
      topics: topics.map((topic) => bytesToHex(topic)),
      data: bytesToHex(data),
    })),
  }));
}

/** The call with a log for each move of ether in it and in its calls; reverted moves have no log. */
function withEther(call: CallTraceJson): CallTraceJson {
  const { type, from, to, value = '0x0' } = call;
  const calls = call.calls?.map(withEther);
  const moves =
    BigInt(value) > 0n && to !== undefined && to !== from && type !== 'CALLCODE' && type !== 'DELEGATECALL';
  const ether = {
    address: PROTOCOL,
    topics: [TRANSFER, padded(from), padded(to ?? from)],
    data: padded(value),
  };
  const logs = [...(moves ? [{ ...ether, position: '0x0' }] : []), ...(call.logs ?? [])];
  return { ...call, ...(calls && { calls }), ...(logs.length > 0 && { logs }) };
}

const padded = (text: string): Hex => `0x${text.slice(2).padStart(64, '0')}`;
