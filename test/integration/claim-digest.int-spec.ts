import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type ClaimDigest, claimDigest } from '../../src/engine/store/claim-digest.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

describe('the digest of all claims of the demo chain', () => {
  let demo: DemoDatabases;
  let forwards: ClaimDigest;
  /** Copies of a database with the first half of the chain. */
  let firstHalf: () => Promise<Pool>;
  let middle: number;

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    forwards = await claimDigest(await demo.inOrder());
    const [from, to] = demo.whole;
    middle = Math.floor((from + to) / 2);
    firstHalf = await demo.copies(projectors(), [[from, middle]]);
  });
  afterEach(() => demo.dropAll());
  afterAll(() => demo?.stop());

  const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

  it('covers many claims', () => {
    expect(forwards.segments).toBeGreaterThan(1_000);
  });

  it.each(bounded([1], [1, 2, 3]))(
    'is the same if ranges come in random order, and answers now and then (seed %i)',
    async (seed) => {
      const pool = await demo.shuffled(seed);
      expect(await claimDigest(pool)).toEqual(forwards);
    },
  );

  it('is the same if the reads of different evaluations have equal hashes', async () => {
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
  });

  it('is the same after all claims are rebuilt from a log of ranges in random order', async () => {
    const pool = await demo.shuffled(4);
    const lease = await WriterLease.take(pool, 1_000);
    try {
      const evaluation = projectors().find(({ name }) => name === 'evaluation')!;
      await new ProjectionRunner(pool, lease).rebuild(evaluation);
    } finally {
      lease.release();
    }
    expect(await claimDigest(pool)).toEqual(forwards);
  });
});
