import { Agent, request } from 'undici';
import type { CallTraceJson, PrestateDiffJson } from '../test/simulation/geth-traces.js';
import type { BlockJson, ReceiptJson } from '../test/simulation/sim-block.js';

/** One block as parsed from the node's batch. */
export interface FetchedBlock {
  readonly block: BlockJson;
  readonly receipts: readonly ReceiptJson[];
  readonly calls: readonly { readonly result: CallTraceJson }[];
  readonly prestate: readonly { readonly result: PrestateDiffJson }[];
}

const CALL_TRACER = { tracer: 'callTracer', tracerConfig: { withLog: true } };
const PRESTATE_TRACER = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };

/** Blocks in order, one batch each, `width` of them under way. */
export async function* fetchBlocks(
  url: string,
  first: number,
  last: number,
  width: number,
): AsyncGenerator<FetchedBlock> {
  const agent = new Agent({ connections: width, pipelining: 1 });
  const underWay: Promise<FetchedBlock>[] = [];
  for (let next = first; next <= last || underWay.length > 0; ) {
    while (underWay.length < width && next <= last) underWay.push(fetchBlock(agent, url, next++));
    yield await underWay.shift()!;
  }
  await agent.close();
}

async function fetchBlock(dispatcher: Agent, url: string, number: number): Promise<FetchedBlock> {
  const at = `0x${number.toString(16)}`;
  const calls = [
    ['eth_getBlockByNumber', [at, true]],
    ['eth_getBlockReceipts', [at]],
    ['debug_traceBlockByNumber', [at, CALL_TRACER]],
    ['debug_traceBlockByNumber', [at, PRESTATE_TRACER]],
  ].map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const headers = { 'content-type': 'application/json' };
  const response = await request(url, { method: 'POST', dispatcher, headers, body: JSON.stringify(calls) });
  const answers = JSON.parse(await response.body.text()) as { result: unknown }[];
  const [block, receipts, traces, prestate] = answers.map(({ result }) => result);
  return { block, receipts, calls: traces, prestate } as FetchedBlock;
}
