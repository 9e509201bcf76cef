import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { LAG_BLOCKS } from '../../src/runtime/ingestion/chain-head-readiness.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';

const CHAIN = '/api/v1/chains/1';

let node: SimulatedNode;
let database: TestDatabase;
let watch: Client;
const [writing, other, answering] = [new CommandBench(), new CommandBench(), new CommandBench()];
const NEWER = 'the database is of a newer version, with Newer1: update this program';

const get = async (url: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};
const headOf = async (url: string): Promise<number> =>
  (JSON.parse((await get(`${url}${CHAIN}/blocks/latest`)).text) as { data?: { number: number } }).data
    ?.number ?? -1;
const urlOf = ({ out }: RunningCommand): string => /(?:API|listens) +(http:\/\/[^/\s]+)/.exec(out)![1]!;
const epoch = async (): Promise<unknown> => (await watch.query('SELECT epoch FROM writer_epoch')).rows[0];

const environment = (role: string): NodeJS.ProcessEnv => ({
  ...{ ROLE: role, DATABASE_URL: database.url, RPC_URLS: node.url, LOG_LEVEL: 'info' },
  FIRST_BLOCK: `${node.chain.firstBlock}`,
});
const begin = (bench: CommandBench, role: string): RunningCommand =>
  bench.start(['serve'], { ...environment(role), ...(role === 'ingest' && { LOG_ORIGIN: ORIGIN }) });
const ORIGIN = 'log.example/log';
const SIGNED = /^chainproof_log_signed_timestamp_seconds [1-9]/m;

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 29, firstBlock: 1_000, parentHash: NO_PARENT, era: 'modern' });
  await node.chain.extend(20);
  database = await createDatabase();
  watch = new Client(database.url);
  await watch.connect();
});
afterAll(async () => {
  await watch.end();
  for (const bench of [writing, other, answering]) await bench.close();
  await database.drop();
  await node.stop();
});

describe('a process that answers and one that writes', () => {
  it('share the work, and the one that answers never writes', async () => {
    const api = begin(answering, 'api');
    await api.said('the database is empty: waiting for a process that writes, of this version');
    const ingest = begin(writing, 'ingest');
    await ingest.said('Chainproof is running with ROLE=ingest');
    await api.said('/coverage\n');
    const [answers, follower] = [urlOf(api), urlOf(ingest)];
    await until(async () => (await headOf(answers)) === node.chain.head!.number, 'the first blocks');

    for (const path of ['/health', '/ready', '/metrics'])
      expect(await get(follower + path)).toMatchObject({ status: 200 });
    expect((await get(`${follower}/metrics`)).text).toContain(
      `chainproof_ingest_stored_head_block ${node.chain.head!.number}`,
    );
    for (const path of [
      `${CHAIN}/blocks/latest`,
      '/docs',
      '/openapi.json',
      '/explore',
      '/log/key',
      '/',
      '/no',
    ])
      expect(await get(follower + path)).toMatchObject({ status: 404 });
    expect(JSON.parse((await get(`${answers}/ready`)).text)).toEqual({
      status: 'ready',
      checks: [
        { name: 'database', status: 'ok' },
        { name: 'chain-head', status: 'ok' },
      ],
    });

    const before = await epoch();
    ingest.child.kill('SIGKILL');
    await node.chain.extend(2);
    // Longer than several waits for the lease.
    await setTimeout(8_000);
    expect(await headOf(answers)).toBe(node.chain.head!.number - 2);
    expect(await epoch()).toEqual(before);
    expect((await get(`${answers}/ready`)).status).toBe(200);
    await node.chain.extend(LAG_BLOCKS);
    await until(
      async () => (await get(`${answers}/ready`)).text.includes('Not ready: chain-head.'),
      'the lag',
    );
    await api.said(`not ready: chain-head: ${LAG_BLOCKS + 2} blocks behind the node`);

    const again = begin(writing, 'ingest');
    await again.said('Chainproof is running with ROLE=ingest');
    await until(async () => (await headOf(answers)) === node.chain.head!.number, 'the next blocks');
    await until(async () => (await get(`${answers}/ready`)).status === 200, 'an end of the lag');

    const signs = async (url: string) => SIGNED.test((await get(`${url}/metrics`)).text);
    await until(() => signs(urlOf(again)), 'the writer to sign the log');
    cpSync(join(writing.directory, 'mainnet', 'log.key'), join(other.directory, 'mainnet', 'log.key'));
    const standby = begin(other, 'ingest');
    await standby.said('takes over when that one ends');
    // This process holds the lease, and does nothing.
    again.child.kill('SIGSTOP');
    await node.chain.extend(LAG_BLOCKS + 1);
    const ready = `${urlOf(standby)}/ready`;
    await until(
      async () => (await get(ready)).text.includes('Not ready: chain-head.'),
      'the lag of a standby',
    );
    for (const url of [answers, urlOf(standby)])
      expect((await get(`${url}/metrics`)).text).not.toMatch(/^chainproof_ingest_(node|stored)_head_block /m);
    expect(await signs(urlOf(standby))).toBe(false);
    again.child.kill('SIGCONT');
    await until(async () => (await get(ready)).status === 200, 'the readiness of a standby');
    await until(async () => (await headOf(answers)) === node.chain.head!.number, 'the blocks after it');

    await watch.query(`INSERT INTO migration (timestamp, name) VALUES (1, 'Newer1')`);
    await until(async () => (await get(`${answers}/ready`)).status === 503, 'readiness to end');
    await api.said(`not ready: database: ${NEWER}`);
    expect((await get(`${answers}${CHAIN}/blocks/latest`)).status).toBe(200);
    again.child.kill('SIGKILL');
    await standby.said(`ingestion: ${NEWER}`);
    await node.chain.extend(1);
    await setTimeout(3_000);
    expect(await headOf(answers)).toBe(node.chain.head!.number - 1);
    expect((await writing.spawned(['serve'], environment('ingest'))).err).toContain(NEWER);
    await watch.query(`DELETE FROM migration WHERE name = 'Newer1'`);
    await until(async () => (await get(`${answers}/ready`)).status === 200, 'readiness to come back');
    await until(async () => (await headOf(answers)) === node.chain.head!.number, 'the take-over', 60_000);
    await until(() => signs(urlOf(standby)), 'the new writer to sign the log');
    expect((await standby.ended('SIGTERM')).code).toBe(0);
    expect((await api.ended('SIGTERM')).code).toBe(0);
  });

  it('serve the log with the key of the process that writes it, without making another', async () => {
    const log = { LOG_ORIGIN: ORIGIN };
    const without = await answering.spawned(['serve'], { ...environment('api'), ...log });
    expect(without.code).not.toBe(0);
    expect(without.err).toContain(
      'log.key is missing: copy it from the process that keeps the log log.example/log',
    );
    await writing.run(['log', 'key', 'create'], { ...environment('all'), ...log });
    cpSync(join(writing.directory, 'mainnet', 'log.key'), join(answering.directory, 'mainnet', 'log.key'));
    const api = answering.start(['serve'], { ...environment('api'), ...log });
    await api.said('/coverage\n');
    expect((await get(`${urlOf(api)}/log/key`)).text).toContain('log.example/log+');
    expect((await api.ended('SIGTERM')).code).toBe(0);
  });
});
