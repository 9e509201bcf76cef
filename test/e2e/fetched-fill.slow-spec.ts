import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { bounded } from '../bounded.js';
import { PATIENCE_MS } from '../patience.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, type RunningCommand } from './fixture/command.js';

/** Kills of each kind of process. */
const KILLS = bounded(1, 20);
/** Five ranges, and blocks that are not final yet. */
const BLOCKS = 400;
const FIRST = 1_000;
const MOMENT_MS = 2_000;
/** Longer than the ten seconds after which the queue gives a range to another process. */
const SILENCE_MS = 12_000;

let node: SimulatedNode;
let rpc: NodeJS.ProcessEnv;
/** Digests of blocks and claims that one thread stored. */
let alone: string;
let benches: CommandBench[] = [];

async function newBench(): Promise<CommandBench> {
  const bench = new CommandBench();
  benches.push(bench);
  await bench.storeNothing();
  return bench;
}

async function asked<Row extends object>(
  { databaseUrl }: CommandBench,
  sql: string,
): Promise<readonly Row[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    return (await pool.query<Row>(sql)).rows;
  } finally {
    await pool.end();
  }
}

/** Digests of blocks and claims. */
async function digests(bench: CommandBench): Promise<string> {
  const [blocks] = await asked<{ digest: string }>(
    bench,
    `SELECT encode(sha256(string_agg(block_hash || sha256(payload), '' ORDER BY position)), 'hex') AS digest
     FROM chain_event JOIN event_payload USING (block_number, position) WHERE kind = 'BlockAppended'`,
  );
  const pool = new Pool({ connectionString: bench.databaseUrl, max: 1 });
  try {
    return `${blocks!.digest} ${(await claimDigest(pool)).digest}`;
  } finally {
    await pool.end();
  }
}

const count = async (bench: CommandBench, from: string): Promise<number> =>
  Number((await asked<{ count: string }>(bench, `SELECT count(*) FROM ${from}`))[0]!.count);

/** Starts a process with `ROLE=fetch` on the database of another one. */
async function startFetcher(bench: CommandBench, more: NodeJS.ProcessEnv = {}): Promise<RunningCommand> {
  const other = new CommandBench();
  benches.push(other);
  const shared = { ...rpc, DATABASE_URL: bench.databaseUrl, ROLE: 'fetch', LOG_LEVEL: 'info' };
  const fetcher = other.start(['serve'], { ...shared, ...more });
  await fetcher.said('Chainproof is running with ROLE=fetch');
  return fetcher;
}

const startFill = (bench: CommandBench, more: NodeJS.ProcessEnv = {}): RunningCommand =>
  bench.start(['ingest', '--workers', '1'], { ...rpc, LOG_LEVEL: 'info', ...more });

const readyOf = async (fetcher: RunningCommand): Promise<unknown> => {
  const url = /listens +(http:\/\/[^/\s]+)/.exec(fetcher.out)![1]!;
  return (await fetch(`${url}/ready`)).json();
};

/** Expects everything stored once, and no fetched block left over. */
async function expectWhole(bench: CommandBench): Promise<void> {
  expect(await digests(bench)).toBe(alone);
  expect(await count(bench, 'fetched_block')).toBe(0);
  expect(await bench.run(['check'], rpc)).toMatchObject({ code: 0, out: 'everything holds\n' });
}

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 314_159, firstBlock: FIRST, parentHash: NO_PARENT, era: 'modern' });
  await node.chain.extend(BLOCKS);
  rpc = { RPC_URLS: node.url, FIRST_BLOCK: `${FIRST}`, STATE_PROOFS: 'none' };
  const bench = await newBench();
  // The first block has no parent and no known allocation, so it lacks a state diff, and the command ends with 3.
  expect(await bench.spawned(['ingest', '--workers', '0'], rpc)).toMatchObject({ code: 3 });
  alone = await digests(bench);
});
afterEach(async () => {
  for (const bench of benches.reverse()) await bench.close();
  benches = [];
});
afterAll(() => node.stop());

describe('a long fill with processes that fetch for it', () => {
  it(
    'stores what one thread stores, whatever is killed or frozen',
    async () => {
      const bench = await newBench();
      // Creates the database, under the current definitions.
      expect(await bench.spawned(['ingest', '--to', `${FIRST + 9}`], rpc)).toMatchObject({ code: 3 });
      for (let killed = 0; killed < KILLS; killed++) {
        const [frozen, lost] = await Promise.all([startFetcher(bench), startFetcher(bench)]);
        expect(await readyOf(frozen)).toEqual({
          status: 'ready',
          checks: [
            { name: 'database', status: 'ok' },
            { name: 'fetcher', status: 'ok' },
          ],
        });
        const first = startFill(bench);
        await first.said('processes with ROLE=fetch');
        // At any time: between two of its ranges, or within one.
        await setTimeout(Math.random() * MOMENT_MS);
        frozen.child.kill('SIGSTOP');
        await setTimeout(Math.random() * MOMENT_MS);
        await lost.ended('SIGKILL');
        await setTimeout(Math.random() * MOMENT_MS);
        await first.ended('SIGKILL');
        const second = await startFetcher(bench);
        const fill = startFill(bench);
        // A fill that had little left may end before it prints this.
        await fill.said('with ROLE=fetch').catch(() => undefined);
        // By then its range was given to another process.
        await setTimeout(SILENCE_MS);
        frozen.child.kill('SIGCONT');
        expect(await fill.endedByItself()).toMatchObject({ code: 0 });
        for (const fetcher of [frozen, second])
          expect(await fetcher.ended('SIGTERM')).toMatchObject({ code: 0 });
        await expectWhole(bench);
        if (killed + 1 < KILLS) await bench.storeNothing();
      }
    },
    KILLS * 3 * PATIENCE_MS,
  );

  it(
    'uses no process whose node lies, or whose settings differ',
    async () => {
      const bench = await newBench();
      const lying = await startSimulatedNode({ seed: 0, firstBlock: FIRST, chain: node.chain });
      lying.faults.arm('forgedFrom', 1_000_000);
      const liar = await startFetcher(bench, { RPC_URLS: lying.url });
      const other = await startFetcher(bench, { FIRST_BLOCK: '0' });
      const fill = startFill(bench);
      const { code, out, err } = await fill.endedByItself();
      expect({ code, said: code === 3 ? '' : out + err }).toEqual({ code: 3, said: '' });
      expect(liar.out + liar.err).toContain('forged_sender');
      expect(liar.out + liar.err).not.toContain('fetched blocks');
      expect(other.out + other.err).toContain('the process that writes has other rules');
      expect(other.out + other.err).not.toContain('fetched blocks');
      for (const fetcher of [liar, other]) expect(await fetcher.ended('SIGTERM')).toMatchObject({ code: 0 });
      await lying.stop();
      await expectWhole(bench);
    },
    3 * PATIENCE_MS,
  );
});
