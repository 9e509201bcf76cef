import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { bounded } from '../bounded.js';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../fixture/replicated-postgres.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';

const CHAIN = '/api/v1/chains/1';

interface Answer {
  readonly status: number;
  readonly data: { readonly number?: number; readonly nextCursor?: string } | undefined;
  readonly text: string;
}

const benches = [0, 1, 2, 3].map(() => new CommandBench());
const [writer, otherWriter, onPrimary, onStandby] = benches as [
  CommandBench,
  CommandBench,
  CommandBench,
  CommandBench,
];
let servers: ReplicatedPostgres;
let node: SimulatedNode;
let key: string;
let writers: RunningCommand[];
/** URL of the API on the primary; that on the standby is next. */
let ahead: string;
let behind: string;

const get = async (url: string): Promise<Answer> => {
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  const text = await response.text();
  return { status: response.status, text, data: (JSON.parse(text) as Pick<Answer, 'data'>).data };
};
const headOf = async (url: string): Promise<number> =>
  (await get(`${url}${CHAIN}/blocks/latest`)).data?.number ?? -1;
const reaches = (url: string): Promise<void> =>
  until(
    async () => (await headOf(url)) === node.chain.head!.number,
    () => `block ${node.chain.head!.number} at ${url}`,
  );

const environment = (role: string): NodeJS.ProcessEnv => ({
  ...{ ROLE: role, DATABASE_URL: servers.primaryUrl, RPC_URLS: node.url, ACCESS: 'keys' },
  ...{ FIRST_BLOCK: `${node.chain.firstBlock}`, LOG_LEVEL: 'info', CACHE_MB: '0' },
  ...(role === 'api' && { EXPLORER: 'off' }),
});

async function follow(bench: CommandBench): Promise<RunningCommand> {
  const command = bench.start(['serve'], environment('ingest'));
  await command.said('Chainproof is running');
  return command;
}

async function answer(bench: CommandBench, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const command = bench.start(['serve'], { ...environment('api'), ...more });
  await command.said('/coverage\n');
  return /API +(http:\S+)/.exec(command.out)![1]!;
}

/** Requests the newest block all the time. @returns a function that stops it and resolves with the failed answers */
function asking(...urls: readonly string[]): () => Promise<readonly string[]> {
  const refused: string[] = [];
  const done = new AbortController();
  const asked = Promise.all(
    urls.map(async (url) => {
      while (!done.signal.aborted) {
        const { status, text } = await get(`${url}${CHAIN}/blocks/latest`);
        if (status !== 200) refused.push(text);
        await setTimeout(20);
      }
    }),
  );
  return async () => {
    done.abort();
    await asked;
    return refused;
  };
}

async function onServer<T>(url: string, sql: string): Promise<T | undefined> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows[0] as T | undefined;
}

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  node = await startSimulatedNode({ seed: 31, firstBlock: 1_000, parentHash: NO_PARENT, era: 'modern' });
  await node.chain.extend(40);
  writers = [await follow(writer)];
  const created = await writer.run(
    ['keys', 'create', 'reader', '--plan', 'intelligence', '--requests', '100000', '--window', '3600'],
    environment('ingest'),
  );
  key = /cpk_\S+/.exec(created.out)![0];
  for (const bench of [otherWriter, onPrimary, onStandby]) {
    mkdirSync(join(bench.directory, 'mainnet'));
    for (const secret of ['access.key', 'cursor.key'])
      cpSync(join(writer.directory, 'mainnet', secret), join(bench.directory, 'mainnet', secret));
  }
  const [deputy, ...urls] = await Promise.all([
    follow(otherWriter),
    answer(onPrimary),
    answer(onStandby, { DATABASE_READ_URL: servers.standbyUrl }),
  ]);
  writers.push(deputy);
  [ahead, behind] = urls;
  for (const url of [ahead, behind]) await reaches(url);
});
afterAll(async () => {
  for (const bench of benches) await bench.close();
  await servers.stop();
  await node.stop();
});

describe('a process that reads from a streaming standby', () => {
  it('answers every method as the primary does, and counts requests there', async () => {
    expect(JSON.parse((await get(`${behind}/ready`)).text)).toEqual({
      status: 'ready',
      checks: [
        { name: 'database', status: 'ok' },
        { name: 'standby', status: 'ok' },
        { name: 'chain-head', status: 'ok' },
      ],
    });
    const { json } = node.chain.blocks.findLast((block) => block.json.transactions.length > 1)!;
    const [{ hash, from, to }] = json.transactions as unknown as [{ hash: string; from: string; to: string }];
    const address = `${CHAIN}/addresses/${from}`;
    const paths = [
      ...['blocks/latest', `blocks/${Number(json.number)}/transactions`, `transactions/${hash}`, 'coverage'],
      ...[
        `transactions/${hash}/flow`,
        'registries',
        'definitions',
        `contracts/${to}`,
        `contracts/${to}/proxy`,
      ],
      ...[
        `contracts/${to}/events`,
        `contracts/${to}/call?data=0x06fdde03`,
        `tokens/${to}`,
        `tokens/${to}/holders`,
      ],
      ...[
        `tokens/${to}/declarations`,
        `tokens/${to}/declared`,
        `search?text=a`,
        `screening?addresses=${from}`,
      ],
      ...[`evidence/tx:1:${json.hash}:${hash}`],
    ].map((path) => `${CHAIN}/${path}`);
    const ofAddress = [
      '',
      '/transactions',
      '/token-transfers',
      '/internal-transfers',
      '/attributes',
      '/relations',
    ]
      .concat(['/portfolio', '/counterparties', '/controllers', '/attributes/at-block?block=1010'])
      .concat([`/balances/${to}`, '/attributes/attribute:eoa/explain', '/report']);
    const statuses = new Set<number>();
    for (const path of [...paths, ...ofAddress.map((rest) => address + rest)]) {
      const [one, other] = [await get(ahead + path), await get(behind + path)];
      expect({ path, ...other, text: '' }).toEqual({ path, ...one, text: '' });
      statuses.add(one.status);
    }
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(statuses).toContain(200);
    expect(
      (await onServer<{ leased: number }>(servers.primaryUrl, 'SELECT leased FROM api_key_usage'))!.leased,
    ).toBeGreaterThan(paths.length);
  });

  it('keeps answering while the writer is killed again and again', async () => {
    const seconds: number[] = [];
    for (let round = 0; round < bounded(1, 20); round++) {
      const asked = asking(ahead, behind);
      const [leader, next] = writers as [RunningCommand, RunningCommand];
      leader.child.kill('SIGKILL');
      const began = Date.now();
      await node.chain.extend(2);
      await reaches(behind);
      seconds.push((Date.now() - began) / 1_000);
      expect(await asked()).toEqual([]);
      writers = [next, await follow(round % 2 === 0 ? writer : otherWriter)];
    }
    console.log(
      `take-over, seen at the standby, after ${seconds.map((each) => each.toFixed(1)).join(', ')} s`,
    );
    // In bounded runs many other tests may run at the same time.
    expect(Math.max(...seconds)).toBeLessThan(bounded(Number.POSITIVE_INFINITY, 30));
  }, 1_800_000);

  it('is not ready while it is far behind, and refuses cursors of blocks that it does not have yet', async () => {
    await onServer(servers.standbyUrl, 'SELECT pg_wal_replay_pause()');
    await node.chain.extend(20);
    await reaches(ahead);
    const { json } = node.chain.blocks.findLast((block) => block.json.transactions.length > 0)!;
    const [{ from }] = json.transactions as unknown as [{ from: string }];
    const feed = `${CHAIN}/addresses/${from}/transactions?limit=1`;
    const next = `${feed}&cursor=${(await get(ahead + feed)).data!.nextCursor}`;
    const subjects = `${CHAIN}/definitions/address_nature:eoa/subjects?limit=1`;
    const nextSubject = `${subjects}&cursor=${(await get(ahead + subjects)).data!.nextCursor}`;
    const continued = await get(ahead + next);
    expect(continued.status).toBe(200);
    expect(await get(behind + next)).toMatchObject({ status: 503 });
    expect((await get(ahead + nextSubject)).status).toBe(200);
    expect(await get(behind + nextSubject)).toMatchObject({ status: 503 });
    expect((await get(`${behind}/ready`)).text).toContain('Not ready: standby, chain-head.');
    expect(await headOf(behind)).toBe(node.chain.head!.number - 20);

    const late = get(behind + next);
    await onServer(servers.standbyUrl, 'SELECT pg_wal_replay_resume()');
    await reaches(behind);
    expect([200, 503]).toContain((await late).status);
    expect((await get(behind + next)).data).toEqual(continued.data);
    expect((await get(`${behind}/ready`)).status).toBe(200);
  });

  it('serves no half rebuild if the standby replays it together with its announcement', async () => {
    const { json } = node.chain.blocks.findLast((block) => block.json.transactions.length > 0)!;
    const list = `${behind}${CHAIN}/blocks/${Number(json.number)}/transactions`;
    const before = await get(list);
    expect(before.status).toBe(200);
    const of = "reader = 'transaction'";
    const { position } = (await onServer<{ position: string }>(
      servers.primaryUrl,
      `SELECT position FROM checkpoint WHERE ${of}`,
    ))!;
    await onServer(servers.primaryUrl, 'CREATE TABLE kept AS TABLE transaction');
    await setTimeout(500);
    await onServer(servers.standbyUrl, 'SELECT pg_wal_replay_pause()');
    await onServer(servers.primaryUrl, `UPDATE checkpoint SET position = -1 WHERE ${of}`);
    await onServer(servers.primaryUrl, 'DELETE FROM transaction');
    // Cached versions of the store expire in this time.
    await setTimeout(1_100);
    expect((await get(list)).data).toEqual(before.data);

    await onServer(servers.standbyUrl, 'SELECT pg_wal_replay_resume()');
    const others: Answer[] = [];
    for (const end = Date.now() + 2_000; Date.now() < end; ) {
      const answer = await get(list);
      if (answer.status !== 503 && JSON.stringify(answer.data) !== JSON.stringify(before.data))
        others.push(answer);
    }
    await onServer(servers.primaryUrl, 'INSERT INTO transaction TABLE kept');
    await onServer(servers.primaryUrl, 'DROP TABLE kept');
    await onServer(servers.primaryUrl, `UPDATE checkpoint SET position = ${position} WHERE ${of}`);
    expect(others.slice(0, 2)).toEqual([]);
    await until(async () => (await get(list)).status === 200, 'an answer');
    expect((await get(list)).data).toEqual(before.data);
  });

  it('keeps answering while the primary is down, and follows it again afterwards', async () => {
    const asked = asking(behind);
    await servers.killPrimary();
    await until(async () => (await get(`${ahead}/ready`)).status === 503, 'the outage at the primary');
    await setTimeout(3_000);
    expect((await get(`${behind}/ready`)).status).toBe(200);
    expect(await asked()).toEqual([]);
    await servers.startPrimary();
    await node.chain.extend(2);
    await reaches(behind);
    await reaches(ahead);
  });

  // The last test, since the standby no longer follows.
  it('refuses after a promotion of the standby while the primary runs, and answers once it is down', async () => {
    const latest = `${CHAIN}/blocks/latest`;
    await onServer(servers.standbyUrl, 'SELECT pg_promote()');
    await until(async () => (await get(behind + latest)).status === 503, 'the refusal');
    expect((await get(`${behind}/ready`)).text).toContain('Not ready: standby');
    expect((await get(ahead + latest)).status).toBe(200);
    await servers.killPrimary();
    await until(async () => (await get(behind + latest)).status === 200, 'an answer of what is left');
    await servers.startPrimary();
    await until(async () => (await get(behind + latest)).status === 503, 'the refusal again');
  });
});
