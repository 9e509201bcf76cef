import { quantity } from './bytes.js';
import type { ChainView } from './chain-view.js';
import { blockTraces, replay } from './erigon-traces.js';
import { callTraces, prestateDiffs } from './geth-traces.js';
import { RpcRefusal } from './rpc-server.js';
import type { SimBlock } from './sim-block.js';

type Answer = (view: ChainView, params: readonly unknown[]) => unknown;

/** The methods of a simulated node, by name. For a block that it lacks, it answers `null`, or refuses as geth does. */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  eth_chainId: () => '0x1',
  eth_blockNumber: (view) => quantity(view.head?.number ?? 0),
  eth_getBlockByNumber: (view, [tag, full]) => blockJson(numbered(view, tag), full),
  eth_getBlockByHash: (view, [hash, full]) => blockJson(view.withHash(String(hash)), full),
  eth_getBlockReceipts: (view, [tag]) => named(view, tag)?.receipts,
  eth_getTransactionReceipt: (view, [hash]) =>
    view.withTransaction(String(hash))?.receipts.find((receipt) => receipt.transactionHash === hash),
  eth_getUncleByBlockNumberAndIndex: (view, [tag, index]) => ommer(numbered(view, tag), index),
  eth_getUncleByBlockHashAndIndex: (view, [hash, index]) => ommer(view.withHash(String(hash)), index),
  debug_traceBlockByNumber: (view, [tag, options]) => traced(numbered(view, tag), options),
  debug_traceBlockByHash: (view, [hash, options]) => traced(view.withHash(String(hash)), options),
  trace_block: (view, [tag]) => blockTraces(existing(named(view, tag))),
  trace_replayBlockTransactions: (view, [tag, kinds]) =>
    replay(existing(named(view, tag)), kinds as string[]),
};

function numbered(view: ChainView, tag: unknown): SimBlock | undefined {
  if (tag === 'latest' || tag === 'pending') return view.head;
  if (tag === 'finalized' || tag === 'safe') return view.finalized;
  if (typeof tag !== 'string' || !/^0x[0-9a-f]+$/i.test(tag))
    throw new RpcRefusal(-32602, `invalid block ${tag}`);
  return view.at(Number(tag));
}

/** A block by number, tag, hash, or `{ blockHash }`. */
function named(view: ChainView, tag: unknown): SimBlock | undefined {
  if (typeof tag === 'object' && tag !== null && 'blockHash' in tag)
    return view.withHash(String(tag.blockHash));
  return typeof tag === 'string' && tag.length === 66 ? view.withHash(tag) : numbered(view, tag);
}

function blockJson(block: SimBlock | undefined, full: unknown): unknown {
  if (!block || full === true) return block?.json;
  return { ...block.json, transactions: block.json.transactions.map((transaction) => transaction.hash) };
}

function ommer(block: SimBlock | undefined, index: unknown): unknown {
  const header = block?.ommers[Number(index)];
  return header && { ...header, uncles: [] };
}

function existing(block: SimBlock | undefined): SimBlock {
  if (!block) throw new RpcRefusal(-32000, 'block not found');
  return block;
}

function traced(block: SimBlock | undefined, options: unknown): unknown {
  const { tracer, tracerConfig } = (options ?? {}) as {
    tracer?: string;
    tracerConfig?: { withLog?: boolean; diffMode?: boolean };
  };
  if (tracer === 'callTracer') return callTraces(existing(block), tracerConfig?.withLog === true);
  if (tracer === 'prestateTracer' && tracerConfig?.diffMode) return prestateDiffs(existing(block));
  throw new RpcRefusal(-32602, `unsupported tracer ${tracer}`);
}
