import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { ShardQuestion } from '../../src/engine/shards/shard-messages.js';
import { shardOf } from '../../src/engine/shards/shard-of.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors, EVALUATING, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { allSpans } from '../fixture/all-spans.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { startSimulatedNode } from '../simulation/simulated-node.js';

const BLOCKS = 100;
const REPLACED = 12;
const MORE = 60;
const { postMessage } = Worker.prototype;

/** A log without evaluation: the chain begins before it, and its end was replaced by another branch. */
let log: TestDatabase;
let alone: string;
let demo: DemoDatabases;

beforeAll(async () => {
  log = await createDatabase({ migrated: true });
  await storeLog(log.url);
  alone = await evaluated(1);
  demo = await DemoDatabases.start();
});
afterAll(async () => {
  await demo.stop();
  await log.drop();
});
afterEach(() => {
  Worker.prototype.postMessage = postMessage;
});

async function storeLog(url: string): Promise<void> {
  const node = await startSimulatedNode({ seed: 577_215, firstBlock: 1_000, era: 'modern' });
  const { chain } = node;
  await chain.extend(BLOCKS);
  const schedule = forkSchedule();
  const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
  const pool = createPool(url);
  const all = allProjectors();
  const lease = await WriterLease.take(pool, 5_000);
  const runner = new ProjectionRunner(pool, lease);
  for (const projector of all) if (EVALUATING.has(projector.name)) await runner.catchUp(projector);
  lease.release();
  const writer = await ChainWriter.open(pool, {
    projectors: all.filter(({ name }) => !EVALUATING.has(name)),
  });
  const blocks = (from: number, to: number): Promise<VerifiedBlock[]> => {
    const source = new VerifiedSource(execution, schedule);
    const numbers = Array.from({ length: to - from }, (_, at) => chain.firstBlock + from + at);
    return Promise.all(numbers.map((number) => source.block(number, true)));
  };
  const kept = BLOCKS - REPLACED;
  for (let from = 0; from < BLOCKS; from += 20) await writer.append(await blocks(from, from + 20));
  await chain.reorg(REPLACED, REPLACED + MORE);
  await writer.replace(await blocks(kept, BLOCKS));
  for (let from = BLOCKS; from < BLOCKS + MORE; from += 20)
    await writer.append(await blocks(from, from + 20));
  writer.close();
  await execution.close();
  await pool.end();
  await node.stop();
}

/** Questions to shards, by shard. */
function questions(): Map<Worker, ShardQuestion[]> {
  const seen = new Map<Worker, ShardQuestion[]>();
  Worker.prototype.postMessage = function (this: Worker, ...message) {
    const { question } = Object(message[0]) as { readonly question?: ShardQuestion };
    if (question) seen.set(this, [...(seen.get(this) ?? []), question]);
    postMessage.apply(this, message);
  };
  return seen;
}

async function within<Result>(
  shards: number,
  pool: Pool,
  databaseUrl: string,
  work: (runner: ProjectionRunner, projectors: ReturnType<typeof allProjectors>) => Promise<Result>,
  chain = { firstBlock: 0, isDemo: false },
): Promise<Result> {
  const all = allProjectors(chain, undefined, { shards, databaseUrl });
  const projectors = all.filter(({ name }) => EVALUATING.has(name));
  const lease = await WriterLease.take(pool, 5_000);
  try {
    return await work(new ProjectionRunner(pool, lease), projectors);
  } finally {
    for (const projector of projectors) projector.resetCache?.();
    lease.release();
  }
}

const digests = async (pool: Pool): Promise<string> =>
  JSON.stringify([(await claimDigest(pool)).digest, await allSpans(pool, 10)]);

/** Evaluates the log. @returns its digests */
async function evaluated(
  shards: number,
  advance = (runner: ProjectionRunner, projectors: ReturnType<typeof allProjectors>, end: number) =>
    runner.advance(projectors, () => end),
): Promise<string> {
  const { url, drop } = await createDatabase({ template: log.name });
  const pool = createPool(url);
  try {
    const { rows } = await pool.query<{ end: number }>('SELECT max(position) AS end FROM chain_event');
    await within(shards, pool, url, (runner, projectors) => advance(runner, projectors, rows[0]!.end));
    expect(await checkProjections(pool)).toEqual([]);
    const subjects = await pool.query<{ subject: Hex }>({
      text: 'SELECT DISTINCT subject FROM proof_segment',
      types: JSON_READY,
    });
    const used = new Set(subjects.rows.map(({ subject }) => shardOf(subject, shards)));
    expect(used.size).toBe(shards);
    return await digests(pool);
  } finally {
    await pool.end();
    await drop();
  }
}

describe('evaluation in several shards', () => {
  it.each(bounded([4], [2, 3, 4]))('gives the claims of one thread, in %i', async (shards) => {
    const asked = questions();
    expect(await evaluated(shards)).toBe(alone);
    // The end of the first branch and its replacement are evaluated in one thread.
    expect(asked.size).toBe(2 * shards);
    const passes = [...asked.values()].flat().flatMap((one) => (one.ask === 'pass' ? [one] : []));
    expect(passes.some(({ dirty }) => dirty.length > 0)).toBe(true);
  });

  it.each(bounded([6], [1, 6]))(
    'repeats the step if a shard dies in pass %i, and continues in one thread',
    async (fatal) => {
      const asked = questions();
      const spied = Worker.prototype.postMessage;
      let passes = 0;
      Worker.prototype.postMessage = function (this: Worker, ...message) {
        spied.apply(this, message);
        if (asked.get(this)?.at(-1)?.ask !== 'pass') return;
        passes += 1;
        if (passes === fatal) void terminate.call(this);
      };
      const failures: string[] = [];
      const result = await evaluated(2, async (runner, projectors, end) => {
        await runner.advance(projectors, () => end).catch((error: Error) => failures.push(error.message));
        for (const projector of projectors) projector.resetCache?.();
        await runner.advance(projectors, () => end);
      });
      expect(failures).toEqual(['a thread that evaluates a part of the subjects died: it exited']);
      expect(result).toBe(alone);
      expect(asked.size).toBe(2);
    },
  );

  it.each(bounded([2], [2, 4]))(
    'gives the claims of the demo when these are rebuilt, in %i',
    async (shards) => {
      const asked = questions();
      const pool = await demo.inOrder();
      const before = await digests(pool);
      const { connectionString } = pool.options;
      const chain = { firstBlock: demo.chain.firstBlock, isDemo: true };
      await within(
        shards,
        pool,
        connectionString!,
        (runner, projectors) => runner.rebuild(projectors.find(({ name }) => name === 'evaluation')!),
        chain,
      );
      expect(await digests(pool)).toBe(before);
      expect(asked.size).toBeGreaterThanOrEqual(shards);
    },
  );
});

const { terminate } = Worker.prototype;
