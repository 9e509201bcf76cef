import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkState } from '../../src/cli/check/check-state.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { LastState } from '../../src/records/state/last-state.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion } from '../fixture/ingestion.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import type { ReportedDiff } from './lying-node/node-answers.js';

const BLOCKS = 40;
const LIE_AT = 20;

let node: SimulatedNode;
let liar: AlteredNode;
let database: TestDatabase;
let pool: Pool;
let first: number;
/** Index of the block that the node lies about. */
let lie: number;
/** The account whose balance is wrong by one wei before and after, so that the block alone is consistent. */
let account: string;

beforeEach(async () => {
  node = await startSimulatedNode({ seed: 31_415 });
  await node.chain.extend(BLOCKS);
  first = node.chain.firstBlock;
  lie = node.chain.blocks.findIndex(({ json }, at) => at >= LIE_AT && json.transactions.length > 0);
  const block = node.chain.blocks[lie]!;
  account = block.json.transactions[0]!.from;
  liar = await startAlteredNode(
    () => node.url,
    (method, params, result) => {
      const tracer = (params[1] as { tracer?: string } | undefined)?.tracer;
      if (method !== 'debug_traceBlockByNumber' || tracer !== 'prestateTracer') return undefined;
      if (params[0] !== block.json.number) return undefined;
      const diffs = structuredClone(result) as { result: ReportedDiff }[];
      for (const { result: diff } of diffs)
        for (const side of [diff.pre[account], diff.post[account]])
          if (side?.balance) side.balance = `0x${(BigInt(side.balance) + 1n).toString(16)}`;
      return diffs;
    },
  );
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await liar.stop();
  await node.stop();
});

const nameOf = (url: string): string => new URL(url).host;

async function store(url: string, ranges: readonly (readonly [number, number])[], compares: boolean) {
  const source = await ExecutionSource.connect([url], 1);
  const writer = await ChainWriter.open(pool, {
    projectors: allProjectors(),
    ...(compares && { comparison: { last: new LastState(pool), schedule: forkSchedule() } }),
  });
  try {
    const { signal } = new AbortController();
    for (const [from, to] of ranges)
      await ingestRange(new VerifiedSource(source, forkSchedule()), writer, {
        fromBlock: first + from,
        toBlock: first + to,
        settledUpTo: first + to,
        signal,
      });
  } finally {
    writer.close();
    await source.close();
  }
}

describe('a node that contradicts the store', () => {
  it('is named with block and field, and passed over for one that does not', async () => {
    const ingestion = startIngestion({
      rpcUrls: [liar.url, node.url],
      databaseUrl: database.url,
      firstBlock: first,
    });
    try {
      await ingestion.reached(node.chain.head!.hash);
      const said = ingestion.refusals.filter((refusal) => refusal.includes('state_changes'));
      expect(said.length).toBeGreaterThan(0);
      expect(said[0]).toMatch(
        new RegExp(`block \\d+ refused: .*"account":"${account}","field":"balance before"`),
      );
      expect(new Set(ingestion.refused)).toEqual(new Set([nameOf(liar.url)]));
    } finally {
      await ingestion.stop();
    }
    expect(await checkState(pool, forkSchedule(), () => undefined)).toEqual([]);
  });

  it('is refused if it closes a gap, whichever of the two nodes lied', async () => {
    await store(node.url, [[0, 9]], true);
    await store(liar.url, [[lie, lie]], true);
    await expect(store(node.url, [[10, lie - 1]], true)).rejects.toThrow(
      new RegExp(`state_changes .*"account":"${account}".*"contradicts":\\d+`),
    );
    const { rows } = await pool.query('SELECT max(number) AS number FROM canonical_block WHERE number < $1', [
      first + lie,
    ]);
    expect(rows[0].number).toBeLessThan(first + lie - 1);
  });
});

describe('check', () => {
  it('finds contradictions in stored blocks, in any order of ranges', async () => {
    const ranges = [
      [30, BLOCKS - 1],
      [0, 14],
      [15, 29],
    ] as const;
    await store(liar.url, ranges, false);
    const problems = await checkState(pool, forkSchedule(), () => undefined);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toContain(`"account":"${account}","field":"balance before"`);

    // It does so even if the log has lost the blocks before and after.
    const found = Number(/^block (\d+):/.exec(problems[0]!)![1]);
    await pool.query('ALTER TABLE event_payload DISABLE TRIGGER ALL');
    await pool.query(
      'DELETE FROM event_payload WHERE position IN (SELECT position FROM canonical_block WHERE abs(number - $1) = 1)',
      [found],
    );
    const beside = await checkState(pool, forkSchedule(), () => undefined);
    expect(beside).toContainEqual(expect.stringMatching(`^block ${found}: `));
  });

  it('finds nothing if every node was honest, in any order of ranges', async () => {
    const ranges = [
      [30, BLOCKS - 1],
      [0, 14],
      [15, 29],
    ] as const;
    await store(node.url, ranges, true);
    expect(await checkState(pool, forkSchedule(), () => undefined)).toEqual([]);
  });
});
