import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import type { CatalogSource } from '../../definition/model/definition.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { createPool } from '../../platform/postgres/pool.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { whyNoView } from '../model/view-value.js';
import { viewRows } from './view-results.js';

const CONTRACT = `0x${'5'.repeat(40)}` as const;
const OTHER = `0x${'7'.repeat(40)}` as const;
const OWNER = '0x8da5cb5b';
const SOURCES = [
  { source: { kind: 'view', signature: 'owner()', returns: 'address' } },
  { source: { kind: 'view', signature: 'symbol()', returns: 'text' } },
] as unknown as readonly CatalogSource[];

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  await pool.query('INSERT INTO tracked_span VALUES (100, 200)');
  for (const [since, outcome] of [
    [100, 'missing'],
    [110, 'missing'],
    [120, 'volatile'],
    [130, 'left'],
    [140, 'disputed'],
  ] as const)
    await pool.query(
      "INSERT INTO tracked_run (contract, data, since_block, outcome, output, call) VALUES ($1, $2, $3, $4, '', 1)",
      [fromHex(CONTRACT), fromHex(OWNER), since, outcome],
    );
  const place = `
INSERT INTO tracked_place (address, kind, slot, run_id, is_missing, call)
SELECT $1, $2, $3, id, true, call FROM tracked_run WHERE since_block = $4`;
  await pool.query(place, [fromHex(CONTRACT), 's', Buffer.alloc(0), 100]);
  await pool.query(place, [fromHex(OTHER), 'c', Buffer.alloc(0), 110]);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it('say what is not known where a call has no result, and why', async () => {
  const key = { subject: CONTRACT, source: 0, key: OWNER, from: 100 };
  const [rows] = await inTransaction(pool, (tx) => viewRows(tx, [key], SOURCES));
  expect(rows!.map(({ blockNumber, value }) => [blockNumber, whyNoView(value)])).toEqual([
    [100, expect.stringMatching(new RegExp(`^slot 0x0 of ${CONTRACT} is not known`))],
    [110, expect.stringMatching(new RegExp(`^the code of ${OTHER} is not known`))],
    [120, expect.stringMatching(/^the result is good for its block alone/)],
    [130, expect.stringMatching(/^the call exceeds the bounds/)],
    [140, expect.stringMatching(/^the two interpreters of this service disagree/)],
    [201, expect.stringMatching(/was not executed/)],
  ]);
});

it('leave out runs that end as those before them, within one span of blocks', async () => {
  const runs = 20_000;
  await pool.query('INSERT INTO tracked_span VALUES (1000, $1), (50000, 50100)', [999 + runs]);
  await pool.query(
    `INSERT INTO tracked_run (contract, data, since_block, outcome, output, call)
     SELECT $1, $2, since, 'returned', CASE WHEN since < 9000 THEN $3::bytea ELSE $4::bytea END, 2
     FROM (SELECT generate_series(1000, $5::int4) UNION ALL VALUES (50000), (50010)) run (since)`,
    [
      ...[fromHex(OTHER), fromHex(OWNER)],
      ...[1, 2].map((one) => Buffer.from(`${'00'.repeat(31)}0${one}`, 'hex')),
      999 + runs,
    ],
  );
  const key = { subject: OTHER, source: 0, key: OWNER, from: 1_500 };
  const [rows] = await inTransaction(pool, (tx) => viewRows(tx, [key], SOURCES));
  const owner = (one: number) => `0x${'0'.repeat(39)}${one}`;
  expect(rows!.map(({ blockNumber, value }) => [blockNumber, whyNoView(value) ?? value])).toEqual([
    [1_000, owner(1)],
    [9_000, owner(2)],
    [1_000 + runs, expect.stringMatching(/was not executed/)],
    [50_000, owner(2)],
    [50_101, expect.stringMatching(/was not executed/)],
  ]);
});

it('are read from the run on that holds where they are needed, and the equal ones before it', async () => {
  const contract = `0x${'9'.repeat(40)}` as const;
  const SYMBOL = '0x95d89b41';
  await pool.query('INSERT INTO tracked_span VALUES (60000, 79999)');
  // The last two results before block 79,000 are the same.
  await pool.query(
    `INSERT INTO tracked_run (contract, data, since_block, outcome, output, call)
     SELECT $1, data, since, 'returned', CASE WHEN since % 2 = 0 OR since = 78999 THEN $4::bytea ELSE $5::bytea END, call
     FROM generate_series(60000, 79999) since, (VALUES ($2::bytea, 3), ($3, 4)) AS one (data, call)`,
    [
      ...[contract, OWNER, SYMBOL].map(fromHex),
      ...[1, 2].map((one) => Buffer.from(`${'00'.repeat(31)}0${one}`, 'hex')),
    ],
  );
  const keys = [
    { subject: contract, source: 0, key: OWNER, from: 79_990 },
    { subject: contract, source: 0, key: OWNER, from: 79_000 },
    { subject: contract, source: 0, key: OWNER },
    { subject: contract, source: 1, key: SYMBOL, from: 79_990 },
  ];
  const found = await inTransaction(pool, (tx) => viewRows(tx, keys, SOURCES));
  expect(found.map((rows) => [rows[0]!.blockNumber, rows.length])).toEqual([
    [79_990, 11],
    [78_998, 1_001],
    [60_000, 19_999],
    [60_000, 19_999],
  ]);
});
