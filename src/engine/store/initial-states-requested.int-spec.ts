import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { createPool } from '../../platform/postgres/pool.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { areInitialStatesRequested, requestInitialStates } from './initial-states-requested.js';

const FIRST = 100;
const address = (index: number) => Buffer.from(String(index).padStart(40, '0'), 'hex');

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('are requested once for each address and range, for what was stored before', async () => {
  expect(await inTransaction(pool, areInitialStatesRequested)).toBe(true);
  await pool.query('TRUNCATE initial_states_requested');
  // The chain begins with the first range; what was before the others is not known.
  await pool.query(`INSERT INTO evaluated_range VALUES ('state_diff', '{[100,200],[300,400],[500,600]}')`);
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO fact_source (text) VALUES ('{"kind":"code","register":"contract"}'), ('{"kind":"tx","register":"signed"}') RETURNING id`,
  );
  const [code, signed] = rows.map(({ id }) => id);
  const facts: readonly (readonly [subject: number, source: number | undefined, block: number])[] = [
    [1, signed, 150],
    [1, signed, 310],
    [1, signed, 320],
    [1, signed, 510],
    // Its code is known in the one range, and asked of the other.
    [2, code, 350],
    [2, signed, 360],
    [2, signed, 510],
    [3, signed, 520],
  ];
  for (const [subject, source, block] of facts)
    await pool.query(`INSERT INTO fact VALUES ($3, $2, 0, 0, false, $1, '', NULL, '')`, [
      ...[address(subject), source, block],
    ]);
  await pool.query(
    `INSERT INTO state_read_request_row (requester, subject, what, block_number) VALUES ('evaluation', $1, 'code', 590)`,
    [address(3)],
  );
  expect(await inTransaction(pool, areInitialStatesRequested)).toBe(false);
  expect(await inTransaction(pool, (tx) => requestInitialStates(tx, FIRST))).toBe(3);
  expect(await inTransaction(pool, areInitialStatesRequested)).toBe(true);
  const asked = await pool.query(
    `SELECT substring(subject FROM 20) = '\\x01' AS first, what, block_number FROM state_read_request ORDER BY subject, block_number`,
  );
  expect(asked.rows.map(({ first, what, block_number }) => [first, what, Number(block_number)])).toEqual([
    [true, 'code', 400],
    [true, 'code', 600],
    [false, 'code', 600],
    [false, 'code', 590],
  ]);
});
