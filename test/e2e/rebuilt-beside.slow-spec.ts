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
/** Commands that print claims. */
const COMMANDS: readonly string[][] = [
  ['digest'],
  ['digest', '--spans'],
  ['explain', ADDRESS, 'address_nature:precompile'],
  ['history', ADDRESS],
  ['proof', 'export', ADDRESS, 'address_nature:precompile'],
  ['proof', 'show', ADDRESS, 'address_nature:precompile'],
];
/** Advisory lock on which a step of a rebuild waits. */
const STEP = 4711;
const STEP_DONE = 'UPDATE ON checkpoint FOR EACH ROW WHEN (new.position > 0)';
const HELD = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${STEP} AND NOT granted`;

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
/** Kills a rebuild at the statement on which a trigger makes it wait, after it has written. */
async function killRebuild(name: string, held: string): Promise<void> {
  await client.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(${STEP}); RETURN NULL; END $$;
    CREATE TRIGGER hold AFTER ${held} EXECUTE FUNCTION hold();
    SELECT pg_advisory_lock(${STEP})`);
  const rebuild = filled.start(['rebuild', name], rpc);
  await until(async () => (await client.query(HELD)).rowCount === 1, 'the rebuild to be held up');
  await rebuild.ended('SIGKILL');
  await client.query(`SELECT pg_advisory_unlock(${STEP}); DROP FUNCTION hold CASCADE`);
}

async function expectRefused(commands: readonly string[][], missing: string): Promise<void> {
  for (const command of commands)
    expect([command, await filled.run(command, rpc)]).toMatchObject([
      command,
      { code: 1, err: expect.stringContaining(`behind the chain log: ${missing}`) },
    ]);
}

const list = (): Promise<Answer> => get(`/api/v1/chains/1/blocks/${FIRST + 3}/transactions`);
/** The same list by the tool for agents, without `meta`. */
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
  // The first block has no parent and no known allocation, so it lacks a state diff, and the command ends with 3.
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

describe('a process that answers while another rebuilds a projection that it reads', () => {
  it.each([
    ['transaction', STEP_DONE, 'transaction', COMMANDS],
    ['evaluation', STEP_DONE, 'evaluation', [['digest']]],
    ['tracking', STEP_DONE, 'tracking', [['explain', ADDRESS, 'address_nature:precompile']]],
  ])(
    'refuses until the projection is complete, also after the rebuild was killed, and names it (%s)',
    async (name, held, missing, commands) => {
      const before = await list();
      expect(before).toMatchObject({ status: 200, data: { transactions: [expect.anything()] } });
      expect(await toolList()).toEqual(before);
      const others: unknown[] = [];
      const done = new AbortController();
      const asking = (async () => {
        while (!done.signal.aborted) {
          for (const answer of await Promise.all([list(), toolList()]))
            if (answer.status !== 503 && !isDeepStrictEqual(answer, before)) others.push(answer);
          await setTimeout(10);
        }
      })();
      await killRebuild(name, held);
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

      await expectRefused(commands, missing);
      expect(await filled.run(['rebuild', name], rpc)).toMatchObject({ code: 0 });
      await until(async () => (await list()).status === 200, 'an answer');
      expect(await list()).toEqual(before);
      expect((await get('/ready')).status).toBe(200);
    },
  );

  it('has no explanations between two projections of a killed rebuild', async () => {
    await killRebuild('tracking', 'DELETE ON tracked_change');
    await expectRefused([['explain', ADDRESS, 'address_nature:precompile']], 'evaluation');
    expect(await filled.run(['rebuild', 'tracking'], rpc)).toMatchObject({ code: 0 });
  });

  it('has no digest after a rebuild was killed a few events before its end', async () => {
    await client.query(`UPDATE checkpoint SET position = position - 1 WHERE reader = 'evaluation'`);
    await expectRefused([['digest']], 'evaluation');
  });
});
