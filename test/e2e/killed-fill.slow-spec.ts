import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { bounded } from '../bounded.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, type RunningCommand } from './fixture/command.js';

const KILLS = bounded(2, 50);
const LONG = bounded(false, true);
/** Ranges of 256 blocks and more are long fills; each killed fill may have stored two flushes. */
const BLOCKS = 256 + 32 * KILLS;
const MOMENT_MS = 400;

let node: SimulatedNode;
let rpc: NodeJS.ProcessEnv;
/** Digests of blocks and claims that one thread stored. */
let alone: string;
const benches: CommandBench[] = [];

async function newBench(): Promise<CommandBench> {
  const bench = new CommandBench();
  benches.push(bench);
  await bench.storeNothing();
  return bench;
}

async function asked<Answer>(
  { databaseUrl }: CommandBench,
  ask: (pool: Pool) => Promise<Answer>,
): Promise<Answer> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    return await ask(pool);
  } finally {
    await pool.end();
  }
}

/** Digests of blocks and claims; recorded answers of nodes are left out, since they come in any order. */
const digests = (bench: CommandBench): Promise<string> =>
  asked(bench, async (pool) => {
    const { rows } = await pool.query<{ digest: string }>(
      `SELECT encode(sha256(string_agg(block_hash || sha256(payload), '' ORDER BY position)), 'hex') AS digest
       FROM chain_event JOIN event_payload USING (block_number, position) WHERE kind = 'BlockAppended'`,
    );
    return `${rows[0]!.digest} ${(await claimDigest(pool)).digest}`;
  });

interface Progress {
  /** Number of events in the log. */
  readonly end: number;
  readonly evaluated: number;
  /** Block of the last event that claims follow from; the newest block that they cover. */
  readonly evaluatedBlock: number | null;
  readonly coveredBlock: number | null;
}

/** The progress of a fill in one snapshot. */
const PROGRESS = `
SELECT coalesce((SELECT max(position) FROM chain_event), 0)::int4 AS end, coalesce(max(position), 0)::int4 AS evaluated,
       (SELECT block_number::int4 FROM chain_event WHERE position = max(checkpoint.position)) AS "evaluatedBlock",
       (SELECT max(upper(ranges) - 1)::int4 FROM claim_coverage) AS "coveredBlock"
FROM checkpoint WHERE reader = 'evaluation'`;

const progressOf = async (pool: Pool): Promise<Progress> => (await pool.query<Progress>(PROGRESS)).rows[0]!;

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 271_828, firstBlock: 1_000, parentHash: NO_PARENT, era: 'modern' });
  await node.chain.extend(BLOCKS);
  rpc = { RPC_URLS: node.url, FIRST_BLOCK: `${node.chain.firstBlock}`, STATE_PROOFS: 'none' };
  const bench = await newBench();
  // The first block has no parent and no known allocation, so it lacks a state diff, and the command ends with 3.
  expect(await bench.spawned(['ingest', '--workers', '0'], rpc)).toMatchObject({ code: 3 });
  alone = await digests(bench);
});
afterAll(async () => {
  for (const bench of benches.reverse()) await bench.close();
  await node.stop();
});

describe('a long fill that is killed', () => {
  it('covers only evaluated blocks, and leads to the store of one thread once it is completed', async () => {
    const bench = await newBench();
    const behind: number[] = [];
    await asked(bench, async (pool) => {
      for (let killed = 0; killed < KILLS; killed++) {
        const { end } = await progressOf(pool);
        const fill = bench.start(['ingest', '--workers', '4'], rpc);
        let now = await progressOf(pool);
        for (; now.end <= end; now = await progressOf(pool)) {
          expect(now.coveredBlock).toBe(now.evaluatedBlock);
          await setTimeout(10);
        }
        await setTimeout(Math.random() * MOMENT_MS);
        await fill.ended('SIGKILL');
        const left = await progressOf(pool);
        expect(left.coveredBlock).toBe(left.evaluatedBlock);
        behind.push(left.end - left.evaluated);
      }
    });
    console.log(`events that claims were behind when killed: ${behind.join(', ')}`);
    const last = await bench.spawned(['ingest', '--workers', '4'], rpc);
    expect(last).toMatchObject({ code: 0 });
    expect(await digests(bench)).toBe(alone);
    expect(await bench.run(['check'], rpc)).toMatchObject({ code: 0, out: 'everything holds\n' });
  });

  it('is evaluated by another process, even if that is killed, frozen or started meanwhile', async () => {
    const bench = await newBench();
    const shared = { ...rpc, DATABASE_URL: bench.databaseUrl };
    const other = new CommandBench();
    benches.push(other);
    // The first writer of a database decides its definitions.
    expect(await bench.spawned(['ingest', '--to', `${node.chain.firstBlock + 9}`], rpc)).toMatchObject({
      code: 3,
    });
    const evaluate = async (): Promise<RunningCommand> => {
      const evaluator = other.start(['serve'], { ...shared, ROLE: 'evaluate', LOG_LEVEL: 'info' });
      await evaluator.said('Chainproof is running with ROLE=evaluate');
      return evaluator;
    };
    const first = await evaluate();
    const url = /listens +(http:\/\/[^/\s]+)/.exec(first.out)![1]!;
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({
      status: 'ready',
      checks: [
        { name: 'database', status: 'ok' },
        { name: 'evaluator', status: 'ok' },
      ],
    });
    expect((await fetch(`${url}/api/v1/chains/1/blocks/latest`)).status).toBe(404);
    const fill = bench.start(['ingest', '--workers', '2'], { ...rpc, LOG_LEVEL: 'info' });
    await fill.said('claims are evaluated by the process with ROLE=evaluate');
    await first.said(/evaluated \d+ events of the log/);
    await first.ended('SIGKILL');
    const second = await evaluate();
    if (LONG) {
      second.child.kill('SIGSTOP');
      expect(await fill.endedByItself()).toMatchObject({ code: 0 });
      second.child.kill('SIGCONT');
    } else expect(await fill.endedByItself()).toMatchObject({ code: 0 });
    expect(fill.err + fill.out).toContain('claims are evaluated by a thread of this process');
    expect(await second.ended('SIGTERM')).toMatchObject({ code: 0 });
    expect(await digests(bench)).toBe(alone);
    expect(await bench.run(['check'], rpc)).toMatchObject({ code: 0, out: 'everything holds\n' });
  });
});
