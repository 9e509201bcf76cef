import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BlockPartitions } from '../../src/platform/postgres/partitions/block-partitions.js';
import { OlderDatabase } from '../fixture/older-database.js';

const MIGRATION = 'NumberTrackedCalls1795824950000';
const CONTRACTS = [7, 8].map((byte) => Buffer.alloc(20, byte));
const SLOT = Buffer.from([1]);

let database: OlderDatabase;
beforeAll(async () => {
  database = await OlderDatabase.start();
});
afterAll(() => database?.stop());

const rows = async (select: string): Promise<unknown[]> => (await database.pool.query(select)).rows;
const affected = () => rows('SELECT * FROM affected_runs(4, 9, 1, 3) ORDER BY contract');

it('calls of an older database get numbers, are affected by the same changes, and lose the numbers again', async () => {
  const fresh = await database.indexes();
  await database.backBefore(MIGRATION);
  const { pool } = database;
  await new BlockPartitions(pool).make([1]);
  for (const contract of CONTRACTS)
    await pool.query(
      `INSERT INTO tracked_run (contract, data, since_block, outcome, output) SELECT $1, '', block, 'returned', '' FROM generate_series(1, 3) block`,
      [contract],
    );
  await pool.query(
    `INSERT INTO tracked_place (address, kind, slot, run_id, is_missing) SELECT contract, 's', $1, id, contract = $2 AND since_block = 2 FROM tracked_run`,
    [SLOT, CONTRACTS[1]],
  );
  for (const contract of CONTRACTS)
    await pool.query(
      "INSERT INTO storage_change (block_number, address, slot, after) VALUES (5, $1, $2, '')",
      [contract, SLOT],
    );
  const places = 'SELECT address, kind, slot, run_id, is_missing FROM tracked_place ORDER BY run_id';
  const [older, before] = [await affected(), await rows(places)];
  expect(older).toEqual([
    { contract: CONTRACTS[0], data: Buffer.alloc(0), from_block: 5 },
    { contract: CONTRACTS[1], data: Buffer.alloc(0), from_block: 2 },
  ]);

  await database.source.runMigrations();
  expect(await affected()).toEqual(older);
  expect(await database.indexes()).toEqual(fresh);
  expect(
    await rows(
      'SELECT contract, run.call, place.call AS of_place FROM tracked_run run JOIN tracked_place place ON run_id = id GROUP BY 1, 2, 3 ORDER BY 1',
    ),
  ).toEqual([
    { contract: CONTRACTS[0], call: 1, of_place: 1 },
    { contract: CONTRACTS[1], call: 2, of_place: 2 },
  ]);
  expect(await rows("SELECT nextval('tracked_call')::int4 AS next")).toEqual([{ next: 3 }]);

  await database.backBefore(MIGRATION);
  expect([await affected(), await rows(places)]).toEqual([older, before]);
});
