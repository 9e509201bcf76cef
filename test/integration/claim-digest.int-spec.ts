import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type ClaimDigest, claimDigest, spanDigests } from '../../src/engine/store/claim-digest.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

const SPAN = 16;

describe('the digest of all that is proven of the demo chain', () => {
  let demo: DemoDatabases;
  let forwards: ClaimDigest;
  /** The half of the chain that both tests of it begin with. */
  let firstHalf: () => Promise<Pool>;
  let middle: number;

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    forwards = await claimDigest(await demo.inOrder());
    const [from, to] = demo.whole;
    middle = Math.floor((from + to) / 2);
    firstHalf = await demo.copies(projectors(), [[from, middle]]);
  }, 120_000);
  afterEach(() => demo.dropAll());
  afterAll(() => demo?.stop());

  const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

  it('says something', () => {
    expect(forwards.segments).toBeGreaterThan(1_000);
  });

  it.each(bounded([1], [1, 2, 3]))(
    'is the same when ranges come in random order, and answers now and then (seed %i)',
    async (seed) => {
      const pool = await demo.shuffled(seed);
      expect(await claimDigest(pool)).toEqual(forwards);
      expect(await spanDigests(pool, SPAN)).toEqual(await spanDigests(await demo.inOrder(), SPAN));
    },
    120_000,
  );

  it('has parts by spans of blocks, of which one changes where one claim is another', async () => {
    const pool = await demo.inOrder();
    const whole = await spanDigests(pool, SPAN);
    expect(whole.length).toBeGreaterThan(10);
    for (const { fromBlock, toBlock, changes } of whole)
      expect([toBlock - fromBlock, changes > 0]).toEqual([SPAN - 1, true]);
    const different = async () => {
      const now = new Map(
        (await spanDigests(pool, SPAN)).map(({ fromBlock, digest }) => [fromBlock, digest]),
      );
      return whole
        .filter(({ fromBlock, digest }) => now.get(fromBlock) !== digest)
        .map(({ fromBlock }) => fromBlock);
    };
    expect(await different()).toEqual([]);
    const { rows } = await pool.query<{ start: number; end: number }>(
      `UPDATE proof_segment SET proof_hash = sha256(proof_hash) WHERE ctid = (
         SELECT ctid FROM proof_segment WHERE end_block > start_block + 2 * $1 ORDER BY start_block DESC LIMIT 1)
       RETURNING start_block::int4 AS start, end_block::int4 AS end`,
      [SPAN],
    );
    const { start, end } = rows[0]!;
    expect(await different()).toEqual([start - (start % SPAN)]);
    await pool.query('UPDATE proof_segment SET end_block = NULL WHERE start_block = $1 AND end_block = $2', [
      start,
      end,
    ]);
    expect(await different()).toEqual([start - (start % SPAN), end - (end % SPAN)]);
  }, 120_000);

  it('keeps the parts of whole spans while further blocks come', async () => {
    const some = await spanDigests(await firstHalf(), SPAN);
    const whole = some.filter(({ toBlock }) => toBlock <= middle);
    expect(whole.length).toBeGreaterThan(5);
    const all = await spanDigests(await demo.inOrder(), SPAN);
    expect(all.slice(0, whole.length)).toEqual(whole);
  }, 120_000);

  it('is the same where what evaluations read has the hashes of what others read', async () => {
    const pool = await firstHalf();
    const { rowCount } = await pool.query(`
      WITH stored AS (SELECT *, row_number() OVER (ORDER BY read_subject, read_key, subject, definitions) AS place FROM dependency)
      INSERT INTO dependency (read_subject, read_key, is_call, definitions, subject)
      SELECT one.read_subject, one.read_key, one.is_call, other.definitions, other.subject
      FROM stored one JOIN stored other ON other.place = 1 + one.place * 31 % (SELECT count(*) FROM stored)
      WHERE NOT EXISTS (
        SELECT FROM dependency same
        WHERE (same.read_subject, same.read_key, same.definitions, same.subject) = (one.read_subject, one.read_key, other.definitions, other.subject)
      )`);
    expect(rowCount).toBeGreaterThan(100);
    await demo.ingest(pool, projectors(), [[middle + 1, demo.whole[1]]]);
    expect(await claimDigest(pool)).toEqual(forwards);
  }, 120_000);

  it('is the same after everything proven is thrown away and rebuilt from a log of ranges in random order', async () => {
    const pool = await demo.shuffled(4);
    const lease = await WriterLease.take(pool, 1_000);
    try {
      const evaluation = projectors().find(({ name }) => name === 'evaluation')!;
      await new ProjectionRunner(pool, lease).rebuild(evaluation);
    } finally {
      lease.release();
    }
    expect(await claimDigest(pool)).toEqual(forwards);
  }, 120_000);
});
