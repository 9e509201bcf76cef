import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import { ExecutionNode } from '../../src/node/execution/execution-node.js';
import { JsonRpcEndpoint } from '../../src/node/rpc/json-rpc-endpoint.js';
import { type StillChain, sharedChain } from '../shared/demo-chain.js';

let demo: StillChain;
let endpoint: JsonRpcEndpoint;

beforeAll(async () => {
  demo = await sharedChain();
  endpoint = new JsonRpcEndpoint(demo.url, 'demo');
});
afterAll(() => endpoint.close());

/** A node with the demo chain that offers only these tracing methods. */
const nodeWith = (
  frames: 'debug_callTracer' | 'trace_block',
  state: 'debug_prestateTracer' | 'trace_replay',
) =>
  new ExecutionNode(endpoint, {
    client: 'anvil',
    chainId: 1,
    receipts: 'eth_getBlockReceipts',
    finalized: true,
    proofs: 'none',
    lists: 'none',
    frames,
    state,
  });

it('a real EVM node gives the same frames and state changes by both tracer families, except the logs of frames', async () => {
  const nested = nodeWith('debug_callTracer', 'debug_prestateTracer');
  const flat = nodeWith('trace_block', 'trace_replay');
  let frames = 0;
  let delegations = 0;
  for (let number = demo.firstBlock + 1; number <= demo.height(); number++) {
    const one = verifyBlock(await nested.block(number, true), { number });
    const other = verifyBlock(await flat.block(number, true), { number });
    const withoutLogs = one.frames!.map((list) => list.map(({ logIndexes: _, ...frame }) => frame));
    expect(withoutLogs).toEqual(other.frames);
    expect(one.stateChanges).toEqual(other.stateChanges);
    frames += withoutLogs.flat().length;
    for (const { code } of one.stateChanges!.flat()) if (code?.length === 23) delegations++;
  }
  expect(frames).toBeGreaterThan(1_500);
  expect(delegations).toBeGreaterThan(2);
});
