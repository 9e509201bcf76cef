import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { findPostmaster } from '../../src/platform/postgres/embedded/postmaster.js';
import { readPidFile } from '../../src/platform/process/pid-file.js';
import { identify } from '../../src/platform/process/process-identity.js';
import { describeOnSmallDisk, fillDisk } from '../fixture/small-disk.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { ask } from './fixture/ask.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';
import { embeddedUrl } from './fixture/embedded-url.js';
import { type Watched, watchReads } from './fixture/watch-reads.js';

/** URL on which it listens. */
const addressOf = ({ out }: RunningCommand): string => /API +(\S+)/.exec(out)![1]!;

describe('a service whose own servers are killed', () => {
  let bench: CommandBench;
  beforeAll(() => {
    bench = new CommandBench();
  });
  afterAll(() => bench.close());

  const postmaster = () => findPostmaster(join(bench.directory, 'demo', 'postgres', 'server', 'pgdata'));

  it('restarts them, is not ready meanwhile, and continues without loss', async () => {
    const service = await bench.serve();
    const watch = watchReads(addressOf(service));
    const first = await watch.answers();

    const killed = postmaster()!.identity.pid;
    process.kill(killed, 'SIGKILL');
    await watch.healsAfter(['/health', 'reads']);
    expect(postmaster()!.identity.pid).not.toBe(killed);
    await watch.newBlock();

    const before = await sessions(bench.directory);
    process.kill(before[0]!, 'SIGKILL');
    // When one session is killed, PostgreSQL ends all; it may be back before a read notices that.
    await until(async () => {
      const now = await sessions(bench.directory).catch(() => []);
      return now.length > 0 && !now.some((pid) => before.includes(pid));
    }, 'other sessions');
    await watch.healsAfter([]);
    expect(identify(postmaster()!.identity.pid)).toEqual(postmaster()!.identity);
    await watch.newBlock();

    process.kill(readPidFile(join(bench.directory, 'demo', 'anvil.pid'))!.pid, 'SIGKILL');
    await watch.healsAfter(['/health']);
    await watch.newBlock();

    expect(await watch.answers()).toEqual(first);
    expect(watch.statuses()).toEqual([200, 503]);
    await watch.end();
    expect((await service.ended('SIGINT')).code).toBe(0);
    await bench.nothingLeft();
    expect(await bench.run(['check'])).toMatchObject({ code: 0, out: 'everything holds\n' });
  });

  it('ends with a message and its own exit status if one cannot be restarted', async () => {
    const service = await bench.serve();
    rmSync(join(bench.directory, 'demo', 'postgres', 'server', 'pgdata', 'global', 'pg_control'));
    process.kill(postmaster()!.identity.pid, 'SIGKILL');
    const { code, err } = await service.endedByItself();
    expect(code).toBe(69);
    expect(err).toMatch(
      /given up after 8 failures within a short time: the embedded PostgreSQL does not start: [\s\S]*pg_control/,
    );
    await bench.nothingLeft();
  });
});

const succeeded = () => true;
const failed = () => false;

/** Process ids of the sessions of the service's embedded PostgreSQL. */
async function sessions(directory: string, chain?: 'mainnet'): Promise<number[]> {
  const client = new Client(embeddedUrl(directory, chain));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

/** Fills the disk, and removes the files by which new sessions start without writing. */
function fill(directory: string): void {
  const data = join(directory, 'mainnet', 'postgres', 'server', 'pgdata');
  for (;;) {
    fillDisk(join(directory, 'ballast'));
    const written = readdirSync(data, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('pg_internal.init'));
    if (written.length === 0) return;
    // A session that begins before the disk is full again creates the file anew, and others can use it.
    for (const name of written) rmSync(join(data, name), { force: true });
  }
}

/** Block time of the simulated chain, in milliseconds. */
const BLOCK_MS = 2_000;
const FIRST = 1_000;
const BLOCKS = 60;
const SIMULATED: Watched = {
  ...{ firstBlock: FIRST, blocks: BLOCKS },
  paths: ['blocks/1001', 'blocks/1020/transactions?limit=5', 'blocks/1050/transactions?limit=5'],
};

// Its own server is PostgreSQL alone, since the demo chain is not what needs the disk.
describeOnSmallDisk('a service on a full disk', '400m', (disk) => {
  let bench: CommandBench;
  let node: SimulatedNode;
  let life: NodeJS.Timeout;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    bench = new CommandBench(disk);
    node = await startSimulatedNode({ seed: 71, firstBlock: FIRST, parentHash: NO_PARENT, era: 'modern' });
    await node.chain.extend(BLOCKS);
    life = setInterval(() => void node.chain.extend(1), BLOCK_MS);
    environment = { RPC_URLS: node.url, FIRST_BLOCK: `${FIRST}` };
  });
  afterAll(async () => {
    await bench.close();
    clearInterval(life);
    await node.stop();
  });

  const ballast = () => join(bench.directory, 'ballast');

  it('answers 503 to what it cannot serve, and continues once there is space, though PostgreSQL died', async () => {
    const service = await bench.serve(environment);
    const newest = `/api/v1/chains/1/blocks/${FIRST + BLOCKS - 1}`;
    await until(async () => (await ask(addressOf(service), newest)).status === 200, 'the first blocks');
    const watch = watchReads(addressOf(service), SIMULATED);
    const first = await watch.answers();

    // New sessions cannot write the file that they need.
    const begun = await sessions(bench.directory, 'mainnet');
    fill(bench.directory);
    for (const session of begun) endSession(session);
    await watch.says('reads', 503);
    rmSync(ballast());
    await watch.healsAfter([]);
    await watch.newBlock();

    // PostgreSQL dies if it cannot write its log.
    const client = new Client(embeddedUrl(bench.directory, 'mainnet'));
    client.on('error', () => undefined);
    await client.connect();
    fill(bench.directory);
    const write = async () => {
      for (;;) await client.query(`SELECT pg_logical_emit_message(false, 'test', repeat('x', 500000))`);
    };
    await expect(write()).rejects.toThrow();
    // It nearly always ends by that. Once in dozens of runs it stays in recovery, and must continue by itself.
    const isSaid = service.said('the embedded PostgreSQL waits for space: the disk of');
    if (!(await isSaid.then(succeeded, failed)))
      await expect(sessions(bench.directory, 'mainnet')).rejects.toThrow(
        /not yet accepting connections|recovery/,
      );
    await watch.says('/health', 503);
    rmSync(ballast());
    await watch.healsAfter([]);
    await watch.newBlock();

    expect(await watch.answers()).toEqual(first);
    expect(watch.statuses()).toEqual([200, 503]);
    await watch.end();
    expect((await service.ended('SIGINT')).code).toBe(0);
    await bench.nothingLeft();
    expect(await bench.run(['check'], environment)).toMatchObject({ code: 0, out: 'everything holds\n' });
  });
});

/** Ignores a session that has already ended. */
function endSession(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
