import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type OpenedDatabase, openNewDatabase } from '../../../test/fixture/opened-database.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { HolderTable } from './holder.table.js';
import { HolderChanges } from './holder-changes.js';

const STORED = 20_000;
const token = Buffer.alloc(20, 7);
const holderAt = (number: number): Buffer => Buffer.from(number.toString(16).padStart(40, '0'), 'hex');

let database: OpenedDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openNewDatabase();
  ({ pool } = database);
  await pool.query(
    `INSERT INTO token_holder (token, holder, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received)
     SELECT $1, decode(lpad(to_hex(number), 40, '0'), 'hex'), 5, 0, 1, 0, 0, 1, NULL, 300 FROM generate_series(1, $2::int4) number`,
    [token, STORED],
  );
});
afterAll(() => database?.drop());

/** Moves of amounts: from a holder that gives all it has, and to a new one. */
const moves = [1, 2, 3].map((number) => ({
  ...{ token, shape: 'erc20' as const, value: 5n },
  ...{ from: holderAt(number), to: holderAt(STORED + 1) },
}));

it('takes an index step for each holder of a flush, however many there are, and returns the changes', async () => {
  const table = new HolderTable();
  const changes = new HolderChanges();
  for (const [at, move] of moves.entries()) changes.add(600 + at, move);
  const { sums, read } = await inTransaction(pool, async (tx) => ({
    sums: await table.add(tx, changes.all()),
    read: await tx.query(`SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'token_holder'`),
  }));
  expect(read.rows).toEqual([{ seq_tup_read: 0 }]);
  // Three gave all, one got it: two holders less, as much held, and one that ever held more.
  expect(sums.tokens()).toEqual([[token], [-2], [1], ['0'], [0], [0], ['0']]);
  expect(sums.buckets()).toEqual([[token], [2], [3], [1]]);
  const { rows } = await pool.query(
    `SELECT amount, amount_moves, sent, received, last_sent, last_received FROM token_holder
     WHERE holder = ANY($1) ORDER BY holder`,
    [[holderAt(1), holderAt(STORED + 1)]],
  );
  expect(rows).toEqual([
    { amount: '0', amount_moves: 2, sent: 1, received: 1, last_sent: 600, last_received: 300 },
    { amount: '15', amount_moves: 3, sent: 0, received: 3, last_sent: null, last_received: 602 },
  ]);
});

it('subtracts the same when undone, and removes holders without transfers', async () => {
  const table = new HolderTable();
  const changes = new HolderChanges();
  for (const move of moves) changes.subtract(move);
  const sums = await inTransaction(pool, (tx) => table.undo(tx, changes.all(), 600, 602));
  expect(sums.tokens()).toEqual([[token], [2], [-1], ['0'], [0], [0], ['0']]);
  expect(sums.buckets()).toEqual([[token], [2], [-3], [-1]]);
  const { rows } = await pool.query(
    'SELECT count(*) AS count, count(last_sent) AS sent, sum(amount) AS amount FROM token_holder',
  );
  expect(rows).toEqual([{ count: STORED, sent: 0, amount: String(5 * STORED) }]);
});
