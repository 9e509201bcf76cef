import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { startIngestion, type TestIngestion } from '../../../test/fixture/ingestion.js';
import {
  failing,
  nothingThere,
  type StateAnswering,
  stateless,
} from '../../../test/simulation/reported-state.js';
import { type SimulatedNode, startSimulatedNode } from '../../../test/simulation/simulated-node.js';
import { checkLog } from '../../event-store/check-log.js';
import { pendingReadCount } from './pending-reads.js';
import { ReadAnswerer } from './read-answerer.js';

let database: TestDatabase;
let node: SimulatedNode;
let ingestion: TestIngestion;
let answering: StateAnswering;

beforeEach(async () => {
  database = await createDatabase({ migrated: true });
  // A contract may have existed before the first of these blocks.
  node = await startSimulatedNode({
    ...{ seed: 71, firstBlock: 1_000, era: 'modern' },
    state: (method, address) => answering(method, address),
  });
  await node.chain.extend(30);
});
afterEach(async () => {
  await ingestion.stop();
  await node.stop();
  await database.drop();
});

function follow(): Promise<void> {
  ingestion = startIngestion({ rpcUrls: [node.url], databaseUrl: database.url, firstBlock: 1_000 });
  return ingestion.reached(node.chain.head!.hash);
}

async function openAre(holds: (open: number) => boolean): Promise<void> {
  while (!holds(await pendingReadCount(ingestion.pool)))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A pass records answers before it ends; only then is it known what stayed unanswered. */
async function refusal(): Promise<void> {
  while (ingestion.refusals.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function outcomes(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ outcome: string; count: number }>(
    'SELECT outcome, count(*)::int4 AS count FROM state_read_result GROUP BY outcome',
  );
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

it('records the answers of nodes until nothing is open', async () => {
  answering = nothingThere;
  await follow();
  await openAre((open) => open === 0);
  const recorded = await outcomes(ingestion.pool);
  expect(recorded.answered).toBeGreaterThan(10);
  expect(recorded.unavailable).toBeUndefined();
  expect(ingestion.refusals).toEqual([]);
  expect(await checkLog(ingestion.pool, () => undefined)).toEqual([]);
});

it('follows the head while nodes do not answer, reports it once, and asks again', async () => {
  answering = failing;
  await follow();
  await node.chain.extend(10);
  await ingestion.reached(node.chain.head!.hash);
  await node.chain.reorg(5, 6);
  await ingestion.reached(node.chain.head!.hash);
  const asked = () => node.calls.get('eth_getCode') ?? 0;
  const before = asked();
  while (asked() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  await refusal();
  expect(ingestion.refusals).toEqual([expect.stringMatching(/^state: \d+ unanswered: .*internal error/)]);
  expect(ingestion.ingester.state.failure).toBeUndefined();
  expect(await outcomes(ingestion.pool)).toEqual({});

  answering = nothingThere;
  await openAre((open) => open === 0);
  expect((await outcomes(ingestion.pool)).answered).toBeGreaterThan(10);
  expect(await checkLog(ingestion.pool, () => undefined)).toEqual([]);
});

it('asks again about a young block whose state no node has yet, but not about a settled one', async () => {
  answering = stateless;
  await node.chain.extend(70);
  await follow();
  const settled = 1_099 - 64;
  const open = async () => {
    const { rows } = await ingestion.pool.query<{ young: number; settled: number }>(
      `SELECT count(*) FILTER (WHERE block_number > $1)::int4 AS young, count(*) FILTER (WHERE block_number <= $1)::int4 AS settled
       FROM state_read_request`,
      [settled],
    );
    return rows[0]!;
  };
  while ((await open()).settled > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await open()).young).toBeGreaterThan(10);
  const { rows } = await ingestion.pool.query<{ block: number; count: number }>(
    'SELECT max(block_number)::int4 AS block, count(*)::int4 AS count FROM state_read_result',
  );
  expect(rows[0]!.count).toBeGreaterThan(0);
  expect(rows[0]!.block).toBeLessThanOrEqual(settled);
  await refusal();
  expect(ingestion.refusals).toEqual([expect.stringMatching(/^state: \d+ unanswered: .*missing trie node/)]);

  answering = nothingThere;
  await openAre((count) => count === 0);
  expect((await outcomes(ingestion.pool)).unavailable).toBe(rows[0]!.count);
  expect((await outcomes(ingestion.pool)).answered).toBeGreaterThan(10);
});

it('leaves only the one read open that a node fails to answer', async () => {
  let unlucky: string | undefined;
  answering = (method, address) => {
    if (method !== 'eth_getCode') return nothingThere(method);
    unlucky ??= address;
    return address === unlucky ? failing() : nothingThere(method);
  };
  await follow();
  await openAre((open) => open === 1);
  expect((await outcomes(ingestion.pool)).answered).toBeGreaterThan(10);
  answering = nothingThere;
  await openAre((open) => open === 0);
});

it('reaches reads that can be answered behind a full request of those that cannot', async () => {
  answering = nothingThere;
  await follow();
  await openAre((open) => open === 0);
  await ingestion.ingester.stop();
  const { pool } = ingestion;
  await pool.query(`
    INSERT INTO state_read_request_row (requester, subject, what, block_number)
    SELECT 'evaluation', decode(lpad(to_hex(number), 40, '0'), 'hex'), 'code', 1000 FROM generate_series(1, 130) AS number`);
  const recorded: string[] = [];
  const answerer = new ReadAnswerer(
    {
      answer: async (reads) => ({
        answers: reads.map(({ address }) =>
          Number(address) > 120 ? { outcome: 'answered', output: Buffer.alloc(0) } : undefined,
        ),
        refusals: [{ node: 'node', reason: 'internal error' }],
      }),
    },
    {
      record: async (blocks) => {
        for (const { number, reads } of blocks) recorded.push(`${number}: ${reads.length}`);
      },
    },
    pool,
  );
  const { signal } = new AbortController();
  expect(await answerer.pass(signal, 1_000)).toEqual({
    answered: 0,
    unanswered: 100,
    why: 'node: internal error',
  });
  expect(await answerer.pass(signal, 1_000)).toEqual({
    answered: 10,
    unanswered: 20,
    why: 'node: internal error',
  });
  expect(recorded).toEqual(['1000: 10']);
  expect(await answerer.pass(signal, 1_000)).toMatchObject({ answered: 0, unanswered: 100 });
});
