import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { signatureBook } from '../../src/runtime/api/signatures.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { everythingAnswered } from '../fixture/everything-answered.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { type PoisonChain, startPoisonChain } from '../fixture/poison-chain.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { ask, type Reply } from './fixture/ask.js';
import { startService, type TestService } from './fixture/service.js';
import { PROVEN_OF_PLAYED } from './poison/proven.js';

interface NodeBlock {
  readonly hash: string;
  readonly transactions: readonly { readonly hash: string; readonly input: string }[];
}
interface NodeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const OF_EVERY_CONTRACT = new Set([
  'address_nature:contract',
  'derived:account_type:contract',
  'relation:created_by',
  'relation:creation_origin',
]);

describe('a chain full of poison, executed by anvil', () => {
  let chain: PoisonChain;
  let database: TestDatabase;
  let ingestion: TestIngestion;
  let service: TestService;
  const blocks: NodeBlock[] = [];
  const logs: NodeLog[] = [];
  const addresses: string[] = [];

  beforeAll(async () => {
    [chain, database] = await Promise.all([startPoisonChain(), createDatabase({ migrated: true })]);
    for (let number = chain.firstBlock; number <= chain.height; number++)
      blocks.push(await node<NodeBlock>('eth_getBlockByNumber', hex(number), true));
    logs.push(
      ...(await node<NodeLog[]>('eth_getLogs', { fromBlock: hex(chain.firstBlock), toBlock: 'latest' })),
    );
    const { firstBlock } = chain;
    ingestion = startIngestion({
      ...{ rpcUrls: [chain.url], databaseUrl: database.url, firstBlock, genesis: firstBlock },
    });
    await ingestion.reached(blocks.at(-1)!.hash);
    await everythingAnswered(ingestion.pool);
    service = await startService({ pool: ingestion.pool, firstBlock, signatures: signatureBook() });
    addresses.push(...(await addressesIn(ingestion.pool)));
  });

  afterAll(async () => {
    await service?.close();
    await ingestion?.stop();
    await database?.drop();
    await chain?.stop();
  });

  const node = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { result: T }).result;
  };
  const get = (path: string): Promise<Reply> => ask(service.baseUrl, `/api/v1/chains/1/${path}`);

  it('is stored whole, without a refusal', () => {
    expect(ingestion.refusals).toEqual([]);
    expect(addresses.length).toBeGreaterThan(50);
    expect(logs.length).toBeGreaterThan(25);
  });

  it('makes no method fail: every answer is a record, or says that there is none', async () => {
    const paths = [
      ...blocks.flatMap((_, at) => [
        `blocks/${chain.firstBlock + at}`,
        `blocks/${chain.firstBlock + at}/transactions?limit=100`,
      ]),
      ...blocks.flatMap(({ transactions }) =>
        transactions.flatMap(({ hash }) => [`transactions/${hash}`, `transactions/${hash}/failed-frames`]),
      ),
      ...addresses.flatMap((address) => [
        ...['', '/transactions', '/internal-transfers', '/token-transfers?limit=100', ...OF_CLAIMS].map(
          (path) => `addresses/${address}${path}`,
        ),
        ...['', '/bytecode', '/selectors', '/proxy', '/events?limit=100'].map(
          (path) => `contracts/${address}${path}`,
        ),
      ]),
    ];
    const troubles: string[] = [];
    for (const path of paths) {
      const { status, json } = await get(path);
      const isContract = path.startsWith('contracts/');
      if (json === undefined || !(status === 200 || (isContract && (status === 404 || status === 422))))
        troubles.push(`${status} ${path}`);
    }
    expect(troubles).toEqual([]);
  });

  it('has every log served byte by byte', async () => {
    const emitters = new Set(logs.map(({ address }) => address));
    for (const emitter of emitters) {
      const { json } = await get(`contracts/${emitter}/events?limit=100`);
      const served = json.data.events.map(({ topics, data }: NodeLog) => ({ topics, data })).reverse();
      const own = logs.filter(({ address }) => address === emitter);
      expect(served).toEqual(own.map(({ topics, data }) => ({ topics, data })));
    }
  });

  it('has all call data and all code served byte by byte', async () => {
    for (const { hash, input } of blocks.flatMap(({ transactions }) => transactions))
      expect((await get(`transactions/${hash}`)).json.data.input).toBe(input);
    for (const address of addresses) {
      const code = await node<string>('eth_getCode', address, 'latest');
      const { status, json } = await get(`contracts/${address}/bytecode`);
      // What is gone is served as it was; the node has nothing left to compare it with.
      if (code !== '0x') expect([status, json.data.bytecode]).toEqual([200, code]);
    }
  });

  it('shows pointers to themselves and in circles as such', async () => {
    const { rows } = await ingestion.pool.query<{ address: Buffer }>(
      'SELECT DISTINCT address FROM slot_change ORDER BY address',
    );
    const shown = [];
    for (const { address } of rows) {
      const { json } = await get(`contracts/0x${address.toString('hex')}/proxy`);
      shown.push(...json.data.implementations);
    }
    expect(shown.filter(({ isSelfDelegation }) => isSelfDelegation).length).toBe(2);
    expect(shown.length).toBeGreaterThanOrEqual(5);
  });

  it('has its true claims proven, and none that it only pretends', async () => {
    const claims = await provenClaims(ingestion.pool);
    const proven = [...chain.names].flatMap(([name, address]) => {
      const reported = (claims.get(address.toLowerCase()) ?? []).filter(
        ({ id }) => !OF_EVERY_CONTRACT.has(id),
      );
      return reported.length === 0 ? [] : [`${name}: ${reported.map(claimText).join(', ')}`];
    });
    expect(proven.join('\n')).toBe(PROVEN_OF_PLAYED.trim());
  });

  it('has a revert reason of a megabyte cut, with its full length', async () => {
    const { rows } = await ingestion.pool.query<{ hash: Buffer }>(
      'SELECT hash FROM failed_frame JOIN transaction USING (block_number, tx_index) WHERE output_size = 1000000',
    );
    const { json } = await get(`transactions/0x${rows[0]!.hash.toString('hex')}/failed-frames`);
    expect(json.data.frames[0]).toMatchObject({ revertDataTruncated: true, revertDataLength: 1_000_000 });
  });
});

const OF_CLAIMS = ['attributes', 'relations'].flatMap((list) =>
  ['', '/history'].map((path) => `/${list}${path}`),
);

const hex = (value: number): string => `0x${value.toString(16)}`;

/** All addresses that take part in anything. */
async function addressesIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ address: Buffer }>(`
    SELECT DISTINCT address FROM (
      SELECT address FROM log UNION SELECT address FROM code_change UNION SELECT address FROM slot_change UNION
      SELECT from_address FROM transaction UNION SELECT to_address FROM transaction UNION
      SELECT from_address FROM failed_frame UNION SELECT to_address FROM failed_frame UNION
      SELECT from_address FROM transfer UNION SELECT to_address FROM transfer
    ) everybody WHERE address IS NOT NULL ORDER BY address`);
  return rows.map(({ address }) => `0x${address.toString('hex')}`);
}
