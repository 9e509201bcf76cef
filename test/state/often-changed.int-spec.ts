import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { OftenChangedTable } from '../../src/state/tracking/often-changed.table.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';

const SPAN = { fromBlock: 100, toBlock: 999 };
const CONTRACT = `0x${'5'.repeat(40)}` as const;
const MOST = 20;

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openNewDatabase();
});
afterAll(() => database.drop());

type Result = readonly [outcome: string, output?: Buffer];

/** Ends a call whose runs begin in consecutive blocks. @returns the block of its end, and how many runs the span keeps */
async function ended(
  data: Buffer,
  results: readonly Result[],
  from = SPAN.fromBlock,
): Promise<readonly [number | undefined, number]> {
  const { pool } = database;
  for (const [at, [outcome, output = Buffer.alloc(0)]] of results.entries())
    await pool.query(
      'INSERT INTO tracked_run (contract, data, since_block, outcome, output, call) VALUES ($1, $2, $3, $4, $5, 1)',
      [fromHex(CONTRACT), data, 100 + at, outcome, output],
    );
  const table = new OftenChangedTable(MOST);
  const [end] = await inTransaction(pool, (tx) => table.end(tx, [{ contract: CONTRACT, data, from }], SPAN));
  const { rows } = await pool.query<{ outcome: string }>(
    'SELECT outcome FROM tracked_run WHERE data = $1 ORDER BY since_block',
    [data],
  );
  expect(rows.at(-1)!.outcome === 'often').toBe(end !== undefined);
  return [end?.from, rows.length];
}

const word = (at: number): Buffer => Buffer.alloc(32, at % 2);
const words = (count: number, outputOf = word): Result[] =>
  Array.from({ length: count }, (_, at) => ['returned', outputOf(at)]);

it('a call ends at the first change beyond the limit, and has no runs after it', async () => {
  expect(await ended(Buffer.from('few'), words(1 + MOST))).toEqual([undefined, 1 + MOST]);
  expect(await ended(Buffer.from('many'), words(50))).toEqual([101 + MOST, 2 + MOST]);
  expect(await ended(Buffer.from('many'), [])).toEqual([101 + MOST, 2 + MOST]);
});

it('no change is counted for repeated results, incomplete runs, or runs before the first result', async () => {
  const same = words(50, () => word(1));
  expect((await ended(Buffer.from('same'), same))[0]).toBeUndefined();
  const lacking = same.map((result, at): Result => (at % 2 === 0 ? result : ['missing']));
  expect((await ended(Buffer.from('lacking'), lacking))[0]).toBeUndefined();
  const late: Result[] = [['returned'], ['missing'], ['returned'], ...words(1 + MOST)];
  expect((await ended(Buffer.from('late'), late))[0]).toBeUndefined();
});

it('long outputs count by their length, and every kind of end counts', async () => {
  const long = words(50, (at) => Buffer.alloc(1_024, at % 2));
  expect((await ended(Buffer.from('long'), long))[0]).toBe(101 + MOST / 4);
  const ends = words(50).map((result, at): Result => (at % 2 === 0 ? result : ['volatile']));
  expect((await ended(Buffer.from('ends'), ends))[0]).toBe(101 + MOST);
});

it('no earlier run is read if new runs end like the one before them, however many there are', async () => {
  const data = Buffer.from('as before');
  const last: Result = ['returned', word(1)];
  // No such call is followed in practice: this shows that its earlier results are not counted.
  expect(await ended(data, [...words(50), last, last], 150)).toEqual([undefined, 52]);
  expect((await ended(data, [], 149))[0]).toBe(101 + MOST);
});
