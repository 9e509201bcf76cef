import { blockTraces, type FlatTraceJson } from '../simulation/erigon-traces.js';
import { type CallTraceJson, callTraces, prestateDiffs } from '../simulation/geth-traces.js';
import type { BlockJson, ReceiptJson } from '../simulation/sim-block.js';
import type { SimChain } from '../simulation/sim-chain.js';

/** What the node under a test can give. */
export interface Sight {
  readonly traces: 'geth' | 'erigon' | 'none';
  readonly stateDiff: boolean;
  readonly ommers: boolean;
}

/** One block as a node answers it, in JSON-RPC's words. */
export interface ObservedBlock {
  readonly block: BlockJson;
  readonly receipts: readonly ReceiptJson[];
  readonly ommers?: readonly { readonly miner: string }[];
  readonly callTraces?: readonly CallTraceJson[];
  readonly flatTraces?: readonly FlatTraceJson[];
  /** Per transaction. */
  readonly touchedAddresses?: readonly (readonly string[])[];
}

/** The canonical chain as a node with this sight shows it. */
export function observe(chain: SimChain, sight: Sight): ObservedBlock[] {
  return chain.blocks.map((block) => ({
    block: block.json,
    receipts: block.receipts,
    ...((sight.ommers || block.ommers.length === 0) && { ommers: block.ommers }),
    ...(sight.traces === 'geth' && { callTraces: callTraces(block, true).map(({ result }) => result) }),
    ...(sight.traces === 'erigon' && { flatTraces: blockTraces(block) }),
    ...(sight.stateDiff && {
      touchedAddresses: prestateDiffs(block).map(({ result }) => [
        ...Object.keys(result.pre),
        ...Object.keys(result.post),
      ]),
    }),
  }));
}
