import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, until } from './fixture/command.js';

const FIRST = 1_000;
const BLOCKS = 12;
const ADDRESS = `0x${'00'.repeat(19)}01`;
/** Commands that print what is proven. */
const COMMANDS: readonly string[][] = [
  ['digest'],
  ['digest', '--spans'],
  ['explain', ADDRESS, 'address_nature:precompile'],
  ['history', ADDRESS],
  ['proof', 'export', ADDRESS, 'address_nature:precompile'],
  ['proof', 'show', ADDRESS, 'address_nature:precompile'],
];
/** Advisory lock that holds up the first step of a rebuild. */
const STEP = 4711;

const [filled, answering] = [new CommandBench(), new CommandBench()];
let node: SimulatedNode;
let rpc: NodeJS.ProcessEnv;
let url: string;
let client: Client;

interface Answer {
  readonly status: number;
  readonly data?: object;
  readonly error?: { readonly code: string; readonly message: string };
}

interface ToolResult {
  readonly structuredContent: object;
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

const get = async (target: string): Promise<Answer> => {
  const response = await fetch(`${url}${target}`);
  const { data, error } = (await response.json()) as Omit<Answer, 'status'>;
  return { status: response.status, ...(data && { data }), ...(error && { error }) };
};
const list = (): Promise<Answer> => get(`/api/v1/chains/1/blocks/${FIRST + 3}/transactions`);
/** The same by the tool of agents, without `meta`. */
const toolList = async (): Promise<Answer> => {
  const called = { name: 'list_block_transactions', arguments: { number: FIRST + 3 } };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: called }),
  });
  const { result } = (await response.json()) as { readonly result: ToolResult };
  const { structuredContent, content, isError = false } = result;
  if (!isError) return { status: 200, data: structuredContent };
  const { error } = JSON.parse(content[0]!.text);
  return { status: error.code === 'service_unavailable' ? 503 : 500, error };
};

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 17, firstBlock: FIRST, parentHash: NO_PARENT, era: 'modern' });
  await node.chain.extend(BLOCKS);
  await filled.storeNothing();
  rpc = { RPC_URLS: node.url, FIRST_BLOCK: `${FIRST}`, STATE_PROOFS: 'none' };
  // The state of a first block is not known without its accounts.
  expect(await filled.run(['ingest', '--workers', '0'], rpc)).toMatchObject({ code: 3 });
  const service = await answering.serve({
    ...{ ...rpc, ROLE: 'api', DATABASE_URL: filled.databaseUrl, EXPLORER: 'off', CACHE_MB: '0' },
  });
  url = /API +(http:\/\/[^/\s]+)/.exec(service.out)![1]!;
  client = new Client(filled.databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  for (const bench of [answering, filled]) await bench.close();
  await node.stop();
});

describe('a process that answers while another command rebuilds what it reads', () => {
  it('refuses until all of it is there, also after the command was killed, and names what is missing', async () => {
    const before = await list();
    expect(before).toMatchObject({ status: 200, data: { transactions: [expect.anything()] } });
    expect(await toolList()).toEqual(before);
    await client.query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(${STEP}); RETURN NULL; END $$;
      CREATE TRIGGER hold AFTER UPDATE ON checkpoint FOR EACH ROW WHEN (new.position > 0) EXECUTE FUNCTION hold();
      SELECT pg_advisory_lock(${STEP})`);
    const rows = async (): Promise<number> =>
      (await client.query('SELECT FROM transaction LIMIT 1')).rowCount ?? 0;

    const others: unknown[] = [];
    const done = new AbortController();
    const asking = (async () => {
      while (!done.signal.aborted) {
        for (const answer of await Promise.all([list(), toolList()]))
          if (answer.status !== 503 && !isDeepStrictEqual(answer, before)) others.push(answer);
        await setTimeout(10);
      }
    })();
    const rebuild = filled.start(['rebuild', 'transaction'], rpc);
    await until(async () => (await rows()) === 0, 'the table to be emptied');
    await setTimeout(200);
    await rebuild.ended('SIGKILL');
    await client.query(
      `SELECT pg_advisory_unlock(${STEP}); DROP TRIGGER hold ON checkpoint; DROP FUNCTION hold`,
    );
    await setTimeout(1_200);
    done.abort();
    await asking;
    expect(others.slice(0, 2)).toEqual([]);
    for (const answer of [await list(), await toolList()])
      expect(answer).toMatchObject({ status: 503, error: { code: 'service_unavailable' } });
    expect(await get('/ready')).toMatchObject({
      status: 503,
      error: { message: expect.stringContaining('database') },
    });

    for (const command of COMMANDS)
      expect([command, await filled.run(command, rpc)]).toMatchObject([
        command,
        { code: 1, err: expect.stringContaining('behind the event log: transaction') },
      ]);

    expect(await filled.run(['rebuild', 'transaction'], rpc)).toMatchObject({ code: 0 });
    await until(async () => (await list()).status === 200, 'an answer');
    expect(await list()).toEqual(before);
    expect((await get('/ready')).status).toBe(200);
  });
});
