import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RpcServer } from '../simulation/rpc-server.js';
import { etlBlocks, etlExpectations } from './etl-resources.js';
import { bareBlocks, wholeBlocks } from './recorded-block.js';
import { startRecordedNode } from './recorded-node.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

recorded('recorded mainnet blocks (skipped where SHARED_DIR holds none)', () => {
  let node: RpcServer;

  beforeAll(async () => {
    node = await startRecordedNode([...wholeBlocks(data), ...bareBlocks(data)]);
  });
  afterAll(() => node.stop());

  async function call<T>(
    method: string,
    ...params: unknown[]
  ): Promise<{ result: T; error?: { message: string } }> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(node.url, { method: 'POST', body });
    return response.json() as Promise<{ result: T; error?: { message: string } }>;
  }

  it('are 20 whole ones and 58 without receipts', () => {
    expect(wholeBlocks(data)).toHaveLength(20);
    expect(bareBlocks(data)).toHaveLength(58);
    expect(wholeBlocks(data).every((recording) => recording.receipts !== undefined)).toBe(true);
  });

  it('are served as far as they were recorded', async () => {
    const block = await call<{ transactions: unknown[]; uncles: string[] }>(
      'eth_getBlockByNumber',
      '0xe147ed',
      true,
    );
    expect(block.result.transactions).toHaveLength(19);
    expect(block.result.uncles).toHaveLength(1);
    expect((await call('eth_getUncleByBlockNumberAndIndex', '0xe147ed', '0x0')).result).toBeNull();
    expect((await call<unknown[]>('eth_getBlockReceipts', '0xe147ed')).result).toHaveLength(19);
    expect((await call('trace_block', '0xe147ed')).error?.message).toBe(
      'required historical state unavailable',
    );
    expect((await call<unknown[]>('trace_block', '0xf4240')).result.length).toBeGreaterThan(1);
    expect((await call('eth_getBlockByNumber', '0xe147ee', true)).result).toBeNull();
    const bare = bareBlocks(data).find((recording) => recording.block.transactions.length > 0)!;
    expect((await call('eth_getBlockReceipts', bare.block.number)).result).toBeNull();
  });

  it('have the rows that another program derives from them', () => {
    const blocks = etlBlocks(data);
    const expectations = etlExpectations(data);
    const numbers = [0, 47218, 47219, 483920, 1755634, 1755635];
    expect(blocks.map(({ block }) => Number(block.number))).toEqual(numbers);
    expect([...expectations.keys()].sort((one, other) => one - other)).toEqual(numbers);
    expect(
      blocks.filter(({ receipts }) => receipts === undefined).map(({ block }) => Number(block.number)),
    ).toEqual([47218, 47219]);
    for (const { block, receipts } of blocks) {
      const expected = expectations.get(Number(block.number))!;
      expect(expected.block.hash).toBe(block.hash);
      expect(expected.transactions.map((row) => row.hash)).toEqual(
        block.transactions.map((transaction) => (transaction as { hash: string }).hash),
      );
      expect(expected.receipts?.length).toBe(receipts?.length);
      const logs = receipts?.flatMap((receipt) => receipt.logs as { topics: string[] }[]);
      expect(expected.logs?.map((row) => row.topics)).toEqual(logs?.map((log) => log.topics.join(',')));
    }
  });
});
