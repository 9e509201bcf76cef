import type { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { JsonRpcError } from '../rpc/node-errors.js';

/** How a node gives call frames: nested calls with logs, flat traces, or not at all. */
export type FrameMethod = 'debug_callTracer' | 'trace_block' | 'none';
/** How a node gives state diffs: a prestate tracer, a replay, or not at all. */
export type StateMethod = 'debug_prestateTracer' | 'trace_replay' | 'none';
/** How a node proves code and slots against the state root of a block. */
export type ProofMethod = 'eth_getProof' | 'none';
/** How a node gives access lists of blocks since Amsterdam (EIP-7928). */
export type ListMethod = 'debug_getRawBlockAccessList' | 'none';
export type ReceiptMethod = 'eth_getBlockReceipts' | 'eth_getTransactionReceipt';

/** The capabilities of one node, as probed at start. */
export interface NodeCapabilities {
  readonly client: string;
  readonly chainId: number;
  readonly receipts: ReceiptMethod;
  readonly frames: FrameMethod;
  readonly state: StateMethod;
  readonly proofs: ProofMethod;
  readonly lists: ListMethod;
  /** Whether the node states a finalized block; private and young chains answer null. */
  readonly finalized: boolean;
}

/** Whether a node gives both frames and state diffs. */
export function isWhole({ frames, state }: NodeCapabilities): boolean {
  return frames !== 'none' && state !== 'none';
}

/** One line of the capability table: what is asked for, how this node gives it, and what is lost without. */
export interface CapabilityRow {
  readonly need: string;
  readonly given: string;
  readonly without: string;
}

/** Tracing the newest block takes seconds; a silent node must not delay the others. */
const PROBE_TIMEOUT_MS = 15_000;
const NO_ADDRESS = `0x${'00'.repeat(20)}`;
const NO_HASH = `0x${'00'.repeat(32)}`;

/**
 * Probes a node, at its newest block, for each kind of answer that the service reads. A method counts as offered unless the node reports it
 * as unknown: an error about one block is not a missing method.
 * @throws NodeUnreachable
 */
export async function probeCapabilities(endpoint: JsonRpcEndpoint): Promise<NodeCapabilities> {
  const tracer = (name: string, tracerConfig: object) => ['latest', { tracer: name, tracerConfig }];
  const probes = [
    { method: 'web3_clientVersion', params: [] },
    { method: 'eth_getBlockByNumber', params: ['finalized', false] },
    { method: 'eth_getBlockReceipts', params: ['latest'] },
    { method: 'debug_traceBlockByNumber', params: tracer('callTracer', { withLog: true }) },
    { method: 'trace_block', params: ['latest'] },
    { method: 'debug_traceBlockByNumber', params: tracer('prestateTracer', { diffMode: true }) },
    { method: 'trace_replayBlockTransactions', params: ['latest', ['stateDiff']] },
    { method: 'eth_getProof', params: [NO_ADDRESS, [], 'latest'] },
    // Only whether the method exists matters, so no block is named.
    { method: 'debug_getRawBlockAccessList', params: [NO_HASH] },
  ] as const;
  const chainId = Number(await endpoint.call('eth_chainId', [], PROBE_TIMEOUT_MS));
  // As single calls: a node that refuses batches of tracing calls is still usable.
  const answers = await Promise.all(probes.map(({ method, params }) => ask(endpoint, method, params)));
  const [client, finalized, receipts, nested, flat, prestate, replay, proof, list] = answers;
  return {
    client: String(client?.result ?? 'unknown').slice(0, 80),
    chainId,
    receipts: receipts?.offered ? 'eth_getBlockReceipts' : 'eth_getTransactionReceipt',
    frames: nested?.offered ? 'debug_callTracer' : flat?.offered ? 'trace_block' : 'none',
    state: prestate?.offered ? 'debug_prestateTracer' : replay?.offered ? 'trace_replay' : 'none',
    proofs: proof?.offered ? 'eth_getProof' : 'none',
    lists: list?.offered ? 'debug_getRawBlockAccessList' : 'none',
    finalized: finalized?.result !== null && finalized?.result !== undefined,
  };
}

/** The capabilities as the rows of a table for people. */
export function capabilityRows(capabilities: NodeCapabilities): CapabilityRow[] {
  const given = (method: string): string => (method === 'none' ? 'no' : method);
  return [
    { need: 'blocks', given: 'eth_getBlockByNumber', without: 'nothing works' },
    { need: 'receipts', given: capabilities.receipts, without: 'the node is refused' },
    { need: 'call frames', given: given(capabilities.frames), without: 'frames not covered' },
    {
      need: 'failed frames',
      given: capabilities.frames === 'debug_callTracer' ? 'debug_callTracer' : 'no',
      without: 'failed frames not covered: calls to precompiles are missing',
    },
    {
      need: 'state diffs',
      given: given(capabilities.state),
      without:
        'state not covered, no unique address counts: before Amsterdam, and after it without access lists',
    },
    {
      need: 'access lists',
      given: given(capabilities.lists),
      without: 'since Amsterdam: state is attested by the tracer',
    },
    {
      need: 'state proofs',
      given: given(capabilities.proofs),
      without: 'state behind claims is attested by the node; STATE_PROOFS=required refuses it',
    },
    {
      need: 'finality',
      given: capabilities.finalized ? 'finalized tag' : 'by depth',
      without: 'blocks are final at a depth of 64',
    },
  ];
}

async function ask(
  endpoint: JsonRpcEndpoint,
  method: string,
  params: readonly unknown[],
): Promise<{ offered: boolean; result?: unknown }> {
  try {
    return { offered: true, result: await endpoint.call(method, params, PROBE_TIMEOUT_MS) };
  } catch (error) {
    if (error instanceof JsonRpcError) return { offered: !error.unsupported };
    throw error;
  }
}
