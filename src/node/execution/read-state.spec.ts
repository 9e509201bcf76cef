import { afterEach, expect, it } from '@jest/globals';
import { addressRead } from '../../../test/simulation/reported-state.js';
import { RpcRefusal, type RpcServer, startRpcServer } from '../../../test/simulation/rpc-server.js';
import type { Address } from '../../domain/chain/hex.js';
import { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import type { NodeCapabilities } from './capabilities.js';
import { ExecutionNode } from './execution-node.js';
import { readState } from './read-state.js';

const CAPABILITIES: NodeCapabilities = {
  client: 'test',
  chainId: 1,
  receipts: 'eth_getBlockReceipts',
  frames: 'none',
  state: 'none',
  proofs: 'none',
  lists: 'none',
  finalized: true,
};

const opened: { server: RpcServer; node: ExecutionNode }[] = [];

/** A node that answers by address; unknown state is reported as pruned. */
async function nodeWith(
  name: string,
  known: Readonly<Record<string, string | Error>>,
): Promise<ExecutionNode> {
  const server = await startRpcServer({
    answer({ method, params }) {
      const answer = known[addressRead(method, params)!] ?? new RpcRefusal(-32000, 'state is pruned');
      if (typeof answer !== 'string') throw answer;
      return answer;
    },
  });
  const node = new ExecutionNode(new JsonRpcEndpoint(server.url, name), CAPABILITIES);
  opened.push({ server, node });
  return node;
}

afterEach(async () => {
  for (const { server, node } of opened.splice(0)) {
    await node.close();
    await server.stop();
  }
});

const read = (address: string): AnchoredStateRead => ({
  ...{ address: address as Address, what: 'code', blockHash: '0x11', stateRoot: '0x22' },
});
const FAILURE = new RpcRefusal(-32603, 'internal error');

async function ask(
  nodes: readonly ExecutionNode[],
  isProofRequired = false,
  reads = ['a', 'b', 'c'].map(read),
) {
  const refusals: string[] = [];
  const onRefusal = ({ name }: ExecutionNode, { message }: Error): void => {
    refusals.push(`${name}: ${message}`);
  };
  const answers = await readState(nodes, reads, onRefusal, isProofRequired);
  return {
    answers: answers.map((answer) => answer && `${answer.outcome} ${answer.output.toString('hex')}`),
    refusals,
  };
}

it('takes each answer from the first node that has it', async () => {
  const [near, archive] = [
    await nodeWith('near', { a: '0x0a' }),
    await nodeWith('archive', { a: '0xff', b: '0x0b', c: '0x' }),
  ];
  expect(await ask([near, archive])).toEqual({
    answers: ['answered 0a', 'answered 0b', 'answered '],
    refusals: [],
  });
});

it('leaves open only reads that a node fails to answer and no other node answers', async () => {
  const [flaky, archive] = [
    await nodeWith('flaky', { a: FAILURE, b: FAILURE, c: '0x0c' }),
    await nodeWith('archive', { a: '0x0a' }),
  ];
  const { answers, refusals } = await ask([flaky, archive]);
  expect(answers).toEqual(['answered 0a', undefined, 'answered 0c']);
  expect(refusals).toEqual([expect.stringContaining('flaky: ')]);
  expect((await ask([archive, flaky])).answers).toEqual(['answered 0a', undefined, 'answered 0c']);
});

it('calls state unavailable only if every node lacks it', async () => {
  const nodes = [await nodeWith('near', { a: '0x0a' }), await nodeWith('far', { b: '0x0b' })];
  expect((await ask(nodes)).answers).toEqual(['answered 0a', 'answered 0b', 'unavailable ']);
});

it('leaves everything open that an unreachable node might have', async () => {
  const [gone, pruned] = [await nodeWith('gone', {}), await nodeWith('pruned', { b: '0x0b' })];
  await opened[0]!.server.stop();
  const { answers, refusals } = await ask([gone, pruned]);
  expect(answers).toEqual([undefined, 'answered 0b', undefined]);
  expect(refusals).toHaveLength(1);
});

it('trusts no node where proofs are required, and names those that prove nothing', async () => {
  const { answers, refusals } = await ask([await nodeWith('sure', { a: '0x0a', b: '0x0b', c: '0x' })], true);
  expect(answers).toEqual([undefined, undefined, undefined]);
  expect(refusals).toEqual(['sure: it does not prove this state, and STATE_PROOFS=required']);
  const calls = [{ ...read('a'), what: '0x95d89b41' }];
  expect(await ask([await nodeWith('calls', { a: '0x0a' })], true, calls)).toEqual({
    answers: ['unavailable '],
    refusals: [],
  });
});
