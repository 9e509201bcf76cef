import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import type { Address } from '../../domain/chain/hex.js';
import { createPool } from '../../platform/postgres/pool.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { FactRow } from '../model/fact-row.js';
import { EngineCopies } from './engine-copies.js';
import type { EngineNumbers } from './engine-numbers.js';
import { addFactRows, factRowsOf, factRowsOfKeys } from './fact-rows.js';

const SUBJECT: Address = `0x${'5'.repeat(40)}`;
const OWN = `0x${'ab'.repeat(32)}`;
const OTHER = `0x${'cd'.repeat(32)}`;
const numbers = {
  sources: [4, 9],
  sourceOf: new Map([
    [4, 0],
    [9, 1],
  ]),
} as unknown as EngineNumbers;
const row: FactRow = {
  ...{ subject: SUBJECT, source: 0, key: '', blockNumber: 7, txIndex: 2, ordinal: 1, isInitial: false },
  ...{ value: 'true', evidence: [`tx:1:${OWN}:2`] },
};
const rows: readonly FactRow[] = [
  row,
  { ...row, ordinal: 2, evidence: [`log:1:${OWN}:2:0`, `log:1:${OWN}:2:1`] },
  // Another block, and one that is not stored.
  { ...row, ordinal: 3, evidence: [`tx:1:${OTHER}:2`] },
  { ...row, ordinal: 4, blockNumber: 9, evidence: [`tx:1:${OTHER}:2`] },
  { ...row, ordinal: 5, value: null, evidence: [] },
  { ...row, ordinal: 6, source: 1, key: `0x${'11'.repeat(32)}` },
];

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  await pool.query(
    "INSERT INTO canonical_block (number, hash, parent_hash, timestamp, position) VALUES (7, decode(repeat('ab', 32), 'hex'), '', 7, 7)",
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('have the evidence that they were given, of which the hash of their own block is not stored', async () => {
  await inTransaction(pool, (tx) => addFactRows(tx, new EngineCopies(), rows, numbers));
  const found = await inTransaction(pool, (tx) => factRowsOf(tx, [SUBJECT], [], numbers));
  expect(found.get(SUBJECT)!.sort((one, other) => one.ordinal - other.ordinal)).toEqual(rows);
  const keyed = rows[5]!;
  expect(await inTransaction(pool, (tx) => factRowsOfKeys(tx, [keyed, row], numbers))).toEqual([
    [keyed],
    expect.arrayContaining(rows.slice(0, 5)),
  ]);
  const { rows: stored } = await pool.query<{ evidence: string }>(
    'SELECT evidence FROM fact ORDER BY ordinal',
  );
  expect(stored.map(({ evidence }) => evidence)).toEqual([
    'tx:1:#:2',
    'log:1:#:2:0 log:1:#:2:1',
    `tx:1:${OTHER}:2`,
    `tx:1:${OTHER}:2`,
    '',
    'tx:1:#:2',
  ]);
});
