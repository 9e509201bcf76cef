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
  const key = { subject: CONTRACT, source: 0, key: OWNER, from: 150 };
  const [rows] = await inTransaction(pool, (tx) => viewRows(tx, [key], SOURCES));
  expect(rows!.map(({ blockNumber, value }) => [blockNumber, whyNoView(value)])).toEqual([
    [100, expect.stringMatching(new RegExp(`^slot 0x0 of ${CONTRACT} is not known`))],
    [110, expect.stringMatching(new RegExp(`^the code of ${OTHER} is not known`))],
    [120, expect.stringMatching(/^the result is good for its block alone/)],
    [130, expect.stringMatching(/^the call takes more/)],
    [201, expect.stringMatching(/was not executed/)],
  ]);
});
