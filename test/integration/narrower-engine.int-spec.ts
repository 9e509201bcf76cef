import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const OWN = "repeat('ab', 32)";
/** Rows in the engine's old form: the second block is not stored, and one fact names another block than its own. */
const OLD_ROWS = [
  `INSERT INTO canonical_block (number, hash, parent_hash, timestamp, position) VALUES (7, decode(${OWN}, 'hex'), '', 7, 7)`,
  `INSERT INTO undecided_segment
   SELECT 1 + set % 2, decode(repeat('0' || subject, 20), 'hex'), definition, 5 + definition % 2, CASE WHEN subject > 2 THEN 9 + set END
   FROM generate_series(0, 1) set, generate_series(1, 4) subject, generate_series(1, 6) definition`,
  `INSERT INTO fact (subject, source, key, block_number, tx_index, ordinal, is_initial, value, evidence)
   SELECT decode(repeat('0' || subject, 20), 'hex'), 3, '', block, 0, subject, false, '"true"', 'log:1:0x' || hash || ':0:1 tx:1:0x' || hash || ':0'
   FROM generate_series(1, 3) subject, generate_series(7, 8) block, (VALUES (${OWN}), (repeat('cd', 32))) named (hash)
   WHERE (subject = 2) = (hash <> ${OWN})`,
  `INSERT INTO fact (subject, source, key, block_number, tx_index, ordinal, is_initial, value, evidence)
   VALUES ('\\x09', 1, '', 7, -1, 0, true, NULL, '')`,
  `INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, interval_start, reference_block, proof_hash, proof,
                              position, evaluated_at)
   SELECT 1, '\\x0a', 1, '', start, least(start, 11), 7, sha256(start::text::bytea), '{}', start, 1 FROM generate_series(10, 13) start`,
  // The event of the second segment differs from the segment; the last segment has no event.
  `INSERT INTO fact_event
   SELECT position, 1, CASE WHEN start_block = interval_start AND position <> 11 THEN 'proven' ELSE 'superseded' END, start_block, subject,
          definition, object, proof_hash
   FROM proof_segment WHERE position < 13`,
  `INSERT INTO fact_event VALUES (14, 1, 'lapsed', 15, '\\x0b', 2, '\\x0c', NULL), (15, 1, 'proven', 15, '\\x0b', 2, '\\x0c', sha256('gone'))`,
];

describe('what the engine of an older database stored', () => {
  let database: OlderDatabase;
  let source: DataSource;
  let pool: Pool;
  beforeAll(async () => {
    database = await OlderDatabase.start();
    ({ pool, source } = database);
    await database.backBefore('FoldUndecidedSegments1795651300010');
    for (const statement of OLD_ROWS) await pool.query(statement);
  });
  afterAll(() => database?.stop());

  const linesOf = async (select: string): Promise<unknown[]> =>
    (await pool.query(`SELECT one::text AS line FROM (${select}) one ORDER BY 1`)).rows;
  const undecided = () =>
    linesOf('SELECT definition_set, subject, definition, start_block, end_block FROM undecided_segment');
  const events = () =>
    linesOf(
      'SELECT position, definition_set, kind, block_number, subject, definition, object, proof_hash FROM fact_event',
    );
  const facts = (evidence: string, value = 'value') =>
    linesOf(
      `SELECT subject, source, key, block_number, tx_index, ordinal, is_initial, ${value} AS value, ${evidence} AS evidence FROM fact`,
    );
  const WITH_HASH = `replace(evidence, '#', coalesce((SELECT '0x' || encode(hash, 'hex') FROM canonical_block WHERE number = block_number), '#'))`;

  it('is the same in fewer rows, and again in the old rows, even if a fill that dropped indexes was killed', async () => {
    const before = { undecided: await undecided(), events: await events(), facts: await facts('evidence') };
    expect(before.undecided).toHaveLength(48);
    await dropReadIndexes(pool);

    await source.runMigrations();

    expect(await undecided()).toEqual(before.undecided);
    expect(await facts(WITH_HASH, 'fact_value(value)')).toEqual(before.facts);
    const { rows } = await pool.query(`
      SELECT (SELECT count(*)::int4 FROM undecided_interval) AS intervals, (SELECT count(*)::int4 FROM fact_event_row) AS events,
             (SELECT count(*)::int4 FROM fact WHERE evidence LIKE '%#%') AS facts`);
    expect(rows).toEqual([{ intervals: 16, events: 3, facts: 2 }]);
    // An event that did not exist, and one with another of a different kind beside it.
    const now = await events();
    expect(now).toHaveLength(before.events.length + 2);
    expect(now).toEqual(expect.arrayContaining(before.events));
    await restoreReadIndexes(pool);

    await dropReadIndexes(pool);
    await pool.query('DELETE FROM proof_segment WHERE position = 13');
    await database.backBefore('FoldUndecidedSegments1795651300010');
    expect({ undecided: await undecided(), events: await events(), facts: await facts('evidence') }).toEqual(
      before,
    );
    await restoreReadIndexes(pool);
  });
});
