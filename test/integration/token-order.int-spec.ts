import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import type { Range } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

/** All stored data of tokens, by key, without the blocks of their reads, which depend on where filling began. */
const TABLES = {
  transfer: 'block_number, tx_index, log_index, batch_index',
  token: 'address',
  token_activity: 'block_number, token',
  token_bucket: 'token, bucket',
  token_holder: 'token, holder',
  token_metadata: 'token',
};

describe('the tokens of the demo chain', () => {
  let demo: DemoDatabases;
  let forwards: string;
  beforeAll(async () => {
    demo = await DemoDatabases.start();
    forwards = await rowsOf(await demo.inOrder());
  });
  afterEach(() => demo.dropAll());
  afterAll(() => demo?.stop());

  const projectors = () =>
    allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true }).filter(({ name }) =>
      ['block', 'transaction', 'log', 'token'].includes(name),
    );

  it('are the same whatever the order of ranges and of answers', async () => {
    expect(await rowsOf(await demo.shuffled(7))).toBe(forwards);
  });

  it('are the same after a rebuild from a log of ranges in random order', async () => {
    const pool = await demo.shuffled(8);
    const lease = await WriterLease.take(pool, 1_000);
    try {
      await new ProjectionRunner(pool, lease).rebuild(projectors().find(({ name }) => name === 'token')!);
    } finally {
      lease.release();
    }
    expect(await rowsOf(pool)).toBe(forwards);
  });

  it('are as before once blocks are unwound: in the middle, and at the end', async () => {
    const [first, head] = demo.whole;
    const middle: Range = [first + 120, first + 140];
    const pool = await demo.ingested(projectors(), [
      [first, middle[0] - 1],
      [middle[1] + 1, head - 30],
    ]);
    const before = await rowsOf(pool);
    const whole = await demo.ingested(projectors(), [[first, middle[0] - 1], [middle[1] + 1, head], middle]);
    const token = projectors().find(({ name }) => name === 'token')!;
    await inTransaction(whole, async (tx) => {
      await token.unwind(tx, head - 29, head);
      await token.unwind(tx, ...middle);
    });
    expect(await rowsOf(whole)).toBe(before);
  });
});

/** All rows as text. */
async function rowsOf(pool: Pool): Promise<string> {
  const texts: string[] = [];
  for (const [table, key] of Object.entries(TABLES)) {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT ${table}::text AS text FROM ${table} ORDER BY ${key}`,
    );
    texts.push(table, ...rows.map(({ text }) => text));
  }
  expect(texts.length).toBeGreaterThan(500);
  return texts.join('\n');
}
