import { afterEach, describe, expect, it } from '@jest/globals';
import { type Hex, keccak256, recoverTransactionAddress } from 'viem';
import { hexOf } from './bytes.js';
import type { EraName } from './era.js';
import type { FlatTraceJson } from './erigon-traces.js';
import type { PrestateDiffJson } from './geth-traces.js';
import { headerHash } from './header.js';
import type { BlockJson, ReceiptJson } from './sim-block.js';
import { SimChain } from './sim-chain.js';
import { callsOf, type SimFrame } from './sim-frame.js';
import { type SimulatedNode, startSimulatedNode } from './simulated-node.js';

let node: SimulatedNode | undefined;

afterEach(async () => {
  await node?.stop();
  node = undefined;
});

async function post(body: unknown): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return fetch(node!.url, init);
}

interface Answer<T> {
  readonly id: number;
  readonly result: T;
  readonly error?: { readonly code: number };
}

async function call<T>(method: string, ...params: unknown[]): Promise<Answer<T>> {
  return (await post({ jsonrpc: '2.0', id: 1, method, params })).json() as Promise<Answer<T>>;
}

const tag = (number: number): string => `0x${number.toString(16)}`;
const all = (frame: SimFrame): SimFrame[] => [frame, ...callsOf(frame).flatMap(all)];

describe('a simulated chain', () => {
  it('is the same for the same seed and calls, and differs after a reorganisation', async () => {
    const [one, two] = [new SimChain({ seed: 11 }), new SimChain({ seed: 11 })];
    for (const chain of [one, two]) {
      await chain.extend(5);
      await chain.reorg(3, 2);
    }
    expect(one.blocks.map((block) => block.hash)).toEqual(two.blocks.map((block) => block.hash));
    expect(one.blocks).toHaveLength(4);
    expect(one.abandoned.map((block) => block.number)).toEqual([2, 3, 4].map((at) => one.firstBlock + at));
    expect(one.blocks[2]!.hash).not.toBe(one.abandoned[0]!.hash);
    expect(one.blocks[2]!.json.parentHash).toBe(one.blocks[1]!.hash);
  });

  it('unwinds state with its blocks: a transaction starts from what the one before it left', async () => {
    const chain = new SimChain({ seed: 3 });
    await chain.extend(20);
    await chain.reorg(15, 5);
    await chain.reorg(2, 20);
    const known = new Map<string, { balance: bigint; nonce: number; slots: Map<string, string> }>();
    for (const block of chain.blocks) {
      for (const { address, before, after } of block.runs.flatMap((run) => run.diff)) {
        const last = known.get(address);
        if (last) expect(before).toMatchObject({ balance: last.balance, nonce: last.nonce });
        for (const [slot, value] of before.slots)
          if (last?.slots.has(slot)) expect(last.slots.get(slot)).toBe(value);
        if (!after) known.delete(address);
        else known.set(address, { ...after, slots: new Map([...(last?.slots ?? []), ...after.slots]) });
      }
      // Withdrawals change balances between blocks.
      for (const { address } of block.json.withdrawals ?? []) known.delete(address);
    }
    expect(known.size).toBeGreaterThan(20);
  });

  it.each<EraName>(['homestead', 'london', 'cancun', 'modern'])(
    'holds signed transactions in %s',
    async (era) => {
      const chain = new SimChain({ seed: 7, era });
      await chain.extend(12);
      const types = new Set<number>();
      for (const block of chain.blocks) {
        expect(headerHash(block.json)).toBe(block.hash);
        for (const run of block.runs) {
          const raw = hexOf(run.signed.raw) as Hex;
          types.add(run.draft.type);
          expect(keccak256(raw)).toBe(run.signed.json.hash);
          // viem refuses to parse the unsigned authorizations of some transactions of type 4.
          if (run.draft.type === 4) continue;
          const sender = await recoverTransactionAddress({ serializedTransaction: raw as never });
          expect(sender.toLowerCase()).toBe(run.signed.json.from);
        }
      }
      const expected = { homestead: [0], london: [0, 1, 2], cancun: [0, 1, 2, 3], modern: [0, 1, 2, 3, 4] };
      expect([...types].sort()).toEqual(expected[era]);
    },
  );

  it('contains every kind of frame and failure', async () => {
    const chain = new SimChain({ seed: 5, era: 'london' });
    await chain.extend(80);
    const frames = chain.blocks.flatMap((block) => block.runs.flatMap((run) => all(run.root)));
    const kinds = ['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];
    expect([...new Set(frames.map((frame) => frame.type))].sort()).toEqual(kinds.sort());
    const failures = new Set(frames.flatMap((frame) => frame.failure ?? []));
    expect([...failures].sort()).toEqual(['badJump', 'invalidOpcode', 'outOfGas', 'poor', 'reverted']);
    const diffs = chain.blocks.flatMap((block) => block.runs.flatMap((run) => run.diff));
    expect(diffs.some((diff) => !diff.after)).toBe(true);
    expect(diffs.some((diff) => diff.before.code === '0x' && (diff.after?.code ?? '0x') !== '0x')).toBe(true);
    expect(chain.blocks.some((block) => block.ommers.length > 0)).toBe(true);
  });

  it('sets and clears delegations', async () => {
    const chain = new SimChain({ seed: 9 });
    await chain.extend(60);
    const diffs = chain.blocks.flatMap((block) => block.runs.flatMap((run) => run.diff));
    expect(diffs.some((diff) => diff.after?.code.startsWith('0xef0100'))).toBe(true);
    expect(diffs.some((diff) => diff.before.code.startsWith('0xef0100') && diff.after?.code === '0x')).toBe(
      true,
    );
  });

  it('keeps final blocks', async () => {
    const chain = new SimChain({ seed: 1 });
    await chain.extend(4);
    chain.finalize(chain.firstBlock + 2);
    await expect(chain.reorg(2, 3)).rejects.toThrow('cannot take back 2 blocks');
    await expect(chain.reorg(1, 3)).resolves.toBeUndefined();
  });
});

describe('a simulated node', () => {
  it('answers single and batched calls, and refuses methods that it lacks', async () => {
    node = await startSimulatedNode({ seed: 2, without: ['trace'] });
    await node.chain.extend(3);
    const first = node.chain.firstBlock;
    expect((await call('eth_blockNumber')).result).toBe(tag(first + 2));
    expect((await call('eth_getBlockByNumber', tag(first + 9), true)).result).toBeNull();
    expect((await call('trace_block', tag(first))).error?.code).toBe(-32601);
    const batch = [
      { jsonrpc: '2.0', id: 7, method: 'eth_getBlockByNumber', params: [tag(first), true] },
      { jsonrpc: '2.0', id: 8, method: 'eth_getBlockReceipts', params: [tag(first)] },
      {
        jsonrpc: '2.0',
        id: 9,
        method: 'debug_traceBlockByNumber',
        params: [tag(first), { tracer: 'callTracer' }],
      },
    ];
    const answers = (await (await post(batch)).json()) as Answer<BlockJson & ReceiptJson[]>[];
    expect(answers.map((answer) => answer.id)).toEqual([7, 8, 9]);
    expect(answers[1]!.result).toHaveLength(answers[0]!.result.transactions.length);
  });

  it('gives traces of both families for the same calls', async () => {
    node = await startSimulatedNode({ seed: 4 });
    await node.chain.extend(30);
    for (const block of node.chain.blocks) {
      const options = { tracer: 'callTracer' };
      const geth = await call<{ txHash: string }[]>('debug_traceBlockByNumber', tag(block.number), options);
      const flat = await call<FlatTraceJson[]>('trace_block', tag(block.number));
      const roots = flat.result.filter((frame) => frame.traceAddress.length === 0 && frame.type !== 'reward');
      expect(roots.map((frame) => frame.transactionHash)).toEqual(geth.result.map((trace) => trace.txHash));
      const diffMode = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
      const diffs = await call<{ result: PrestateDiffJson }[]>(
        'debug_traceBlockByNumber',
        tag(block.number),
        diffMode,
      );
      const replays = await call<{ stateDiff: object }[]>(
        'trace_replayBlockTransactions',
        tag(block.number),
        ['stateDiff'],
      );
      for (const [index, { result }] of diffs.result.entries()) {
        const touched = [...new Set([...Object.keys(result.pre), ...Object.keys(result.post)])].sort();
        expect(Object.keys(replays.result[index]!.stateDiff).sort()).toEqual(touched);
      }
    }
  });

  it('spoils the requested number of answers', async () => {
    node = await startSimulatedNode({ seed: 6 });
    await node.chain.extend(6);
    const block = node.chain.blocks.find((one) => one.json.transactions.length > 0)!;
    const number = tag(block.number);
    const fetched = async () => (await call<BlockJson>('eth_getBlockByNumber', number, true)).result;
    node.faults.arm('nullBlock', 2);
    expect([await fetched(), await fetched()]).toEqual([null, null]);
    expect((await fetched()).hash).toBe(block.hash);
    for (const fault of ['wrongParent', 'falseBloom'] as const) {
      node.faults.arm(fault);
      const spoiled = await fetched();
      expect(spoiled.hash).not.toBe(block.hash);
      expect(headerHash(spoiled)).toBe(spoiled.hash);
    }
    node.faults.arm('forgedFrom');
    expect((await fetched()).transactions[0]!.from).not.toBe(block.json.transactions[0]!.from);
    node.faults.arm('truncatedReceipts');
    expect((await call('eth_getBlockReceipts', number)).result).toHaveLength(block.receipts.length - 1);
    node.faults.arm('staleHead');
    expect((await call('eth_blockNumber')).result).toBe(tag(node.chain.head!.number - 3));
    node.faults.arm('http500');
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })).status).toBe(500);
    node.faults.arm('malformedJson');
    await expect(call('eth_chainId')).rejects.toThrow();
    expect(node.faults.waiting).toBe(0);
  });

  it('shows two chains in turn with the fault twoFaced', async () => {
    node = await startSimulatedNode({ seed: 8 });
    await node.chain.extend(4);
    await node.chain.reorg(2, 2);
    node.faults.arm('twoFaced', 4);
    const hashes: string[] = [];
    for (let times = 0; times < 4; times++)
      hashes.push((await call<BlockJson>('eth_getBlockByNumber', 'latest', false)).result.hash);
    const [old, current] = [node.chain.abandoned.at(-1)!.hash, node.chain.head!.hash];
    expect(hashes).toEqual([old, current, old, current]);
  });
});
