import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const MIGRATION = 'LookSegmentsUp1795824840000';
/** Two addresses whose hashes in PostgreSQL are equal. */
const ONE = Buffer.alloc(20, 0x11);
const OTHER = Buffer.from('222222222222222222222222c94b637db6d1bc25', 'hex');
const [NONE, OBJECT] = [Buffer.alloc(0), Buffer.alloc(20, 0x33)];

/** An attribute and a relation of both addresses; those of the second begin at a later block. */
const FILL = `
INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, interval_start, reference_block, proof_hash, proof,
                           position, evaluated_at)
SELECT 1, subject, definition, object, start, start, start, sha256(subject || object), '{}', start, 1
FROM (VALUES ($1::bytea, 5), ($2::bytea, 6)) AS twin (subject, start), (VALUES (1, $3::bytea), (2, $4::bytea)) AS claim (definition, object)`;

const HASH = 'SELECT sha256($1::bytea || $2::bytea) AS hash';

describe('segments of accounts with equal hashes', () => {
  let database: OlderDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await OlderDatabase.start();
    ({ pool } = database);
    await pool.query(FILL, [ONE, OTHER, NONE, OBJECT]);
  });
  afterAll(() => database?.stop());

  const functions = async (): Promise<unknown[]> =>
    (
      await pool.query(
        `SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' ORDER BY 1`,
      )
    ).rows;
  const starts = async (call: string, values: unknown[]): Promise<number[]> =>
    (
      await pool.query<{ start: number }>(`SELECT start_block AS start FROM ${call} ORDER BY 1`, values)
    ).rows.map(({ start }) => start);

  it.each([
    [ONE, 5],
    [OTHER, 6],
  ])('are found apart (%#)', async (account, start) => {
    const [evaluated, many] = ['{[0,100)}', [account]];
    expect(await starts('segments_of($1)', [account])).toEqual([start, start]);
    expect(await starts('segments_between($1, $2)', [account, OBJECT])).toEqual([start]);
    expect(await starts('segments_at($1, 9)', [many])).toEqual([start, start]);
    expect(await starts('attributes_at($1, 9)', [many])).toEqual([start]);
    expect(await starts(`claims_at('{1,2}', $1, 9)`, [many])).toEqual([start, start]);
    expect(await starts(`relations_from($1, 1::int2, '{2}', 9)`, [account])).toEqual([start]);
    const open = `open_relations_from($1, 1::int2, 2::int2, '', $2, 9, 9)`;
    expect(await starts(open, [account, evaluated])).toEqual([start]);
    const { rows } = await pool.query(
      `SELECT proof_hash AS hash FROM proof_until(1::int2, $1, 1::int2, '', 9)`,
      [account],
    );
    expect(rows).toEqual((await pool.query(HASH, [account, NONE])).rows);
    const held = await pool.query(
      `SELECT has_claims(1::int2, $1) AS held, has_claims(1::int2, $2) AS other`,
      [account, OBJECT],
    );
    expect(held.rows).toEqual([{ held: true, other: false }]);
  });

  it('are found by the index', async () => {
    const plan = await pool.query(
      `BEGIN; SET LOCAL enable_seqscan = off; EXPLAIN SELECT * FROM segments_of('\\x11'); COMMIT`,
    );
    expect(JSON.stringify(plan)).toContain('proof_segment_subject_lookup');
  });

  it.each([false, true])(
    'are found after an upgrade as in a new database, even if a fill was killed before (%s)',
    async (isKilled) => {
      const asNew = { indexes: await database.indexes(), functions: await functions() };
      await database.backBefore(MIGRATION);
      expect(await functions()).not.toEqual(asNew.functions);
      expect(await starts('segments_of($1)', [ONE])).toEqual([5, 5]);
      if (isKilled) await dropReadIndexes(pool);
      await database.source.runMigrations();
      await restoreReadIndexes(pool);
      expect({ indexes: await database.indexes(), functions: await functions() }).toEqual(asNew);
    },
  );
});
