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
const numbers = {
  sources: [4, 9],
  sourceOf: new Map([
    [4, 0],
    [9, 1],
  ]),
} as unknown as EngineNumbers;
const row: FactRow = {
  ...{ subject: SUBJECT, source: 0, key: '', blockNumber: 7, txIndex: 2, ordinal: 1, isInitial: false },
  ...{ value: 'true', evidence: [] },
};
const rows: readonly FactRow[] = [
  row,
  { ...row, ordinal: 2, evidence: ['frame:1:#:2:0000', 'log:1:#:2:1'] },
  { ...row, ordinal: 3, value: null },
  { ...row, ordinal: 4, source: 1, key: `0x${'11'.repeat(32)}` },
];

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

it('are found by their subject and by their key as they were given', async () => {
  await inTransaction(pool, (tx) => addFactRows(tx, new EngineCopies(), rows, numbers));
  const found = await inTransaction(pool, (tx) => factRowsOf(tx, [SUBJECT], [], numbers));
  expect(found.get(SUBJECT)!.sort((one, other) => one.ordinal - other.ordinal)).toEqual(rows);
  const keyed = rows[3]!;
  expect(await inTransaction(pool, (tx) => factRowsOfKeys(tx, [keyed, row], numbers))).toEqual([
    [keyed],
    expect.arrayContaining(rows.slice(0, 3)),
  ]);
});
