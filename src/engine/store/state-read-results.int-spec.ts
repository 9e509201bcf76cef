import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { createPool } from '../../platform/postgres/pool.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { storeReads } from './state-read-results.js';

const SUBJECT = Buffer.alloc(20, 7);

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  await pool.query(`INSERT INTO evaluated_range VALUES
    ('', '{[100,400]}'), ('state_diff', '{[100,200],[300,400]}'), ('frames state_diff', '{[100,140],[160,200],[300,400]}')`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it.each([
  ['the other one of its run', 180, [190], []],
  ['none of a run beyond blocks without state changes', 180, [190, 350], [350]],
  ['none of a run of its own with call frames', 120, [150, 190], [190]],
])('a result for an initial state answers %s', async (_, answered, requested, left) => {
  await pool.query('TRUNCATE state_read_request_row, state_read_result');
  await pool.query(
    `INSERT INTO state_read_request_row (requester, subject, what, block_number) SELECT 'evaluation', $1, 'code', unnest($2::int8[])`,
    [SUBJECT, requested],
  );
  const read = { address: SUBJECT, what: 'code', outcome: 'answered', output: Buffer.alloc(1) } as const;
  const event = { kind: 'ReadRecorded', position: 1, number: answered, hash: Buffer.alloc(32) } as const;
  const taken = await inTransaction(pool, (tx) => storeReads(tx, [{ ...event, reads: [read] }]));
  expect(taken.map(({ blockNumber }) => blockNumber)).toEqual([answered]);
  const { rows } = await pool.query<{ block: number }>(
    'SELECT block_number::int4 AS block FROM state_read_request_row ORDER BY 1',
  );
  expect(rows.map(({ block }) => block)).toEqual(left);
});
