import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { CommandBench } from '../../test/e2e/fixture/command.js';
import { createDatabase, type TestDatabase } from '../../test/fixture/database.js';
import { askShared } from '../../test/shared/ask-shared.js';
import { createPool } from '../platform/postgres/pool.js';
import { CanonicalChain } from './canonical-chain.js';
import { packBundle } from './packed-bundle.js';
import { unreadableBundles } from './unreadable-bundles.js';

/** Makes a process look like one of an older Node.js. */
const WITHOUT_ZSTD = `
import zlib from 'node:zlib';
import { syncBuiltinESMExports } from 'node:module';
zlib.zstdCompressSync = undefined;
syncBuiltinESMExports();`;

describe('stored blocks before a Node.js without zstd', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    const { database: template } = await askShared<{ database: string }>('ingestedDemo');
    database = await createDatabase({ template });
    pool = createPool(database.url);
    await pool.query('ALTER TABLE event_payload DISABLE TRIGGER USER');
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const withoutZstd = () => unreadableBundles(pool, false);
  const repack = async (number: number, hasZstd: boolean) => {
    const chain = new CanonicalChain(pool);
    await pool.query(
      `UPDATE event_payload SET payload = $2 FROM canonical_block canonical
       WHERE canonical.number = $1 AND block_number = $1 AND event_payload.position = canonical.position`,
      [number, packBundle((await chain.bundleOf(number))!, hasZstd)],
    );
  };

  it('cannot be read where the lowest or the highest is packed by zstd', async () => {
    const lowest = (await new CanonicalChain(pool).ranges())[0]!.fromBlock;
    const highest = (await new CanonicalChain(pool).head())!.number;
    const needed =
      /^its blocks are compressed by zstd, which Node\.js \S+ lacks: use Node\.js 22\.15 or later$/;
    expect(await withoutZstd()).toMatch(needed);
    await repack(lowest, false);
    expect(await withoutZstd()).toMatch(needed);
    await repack(highest, false);
    expect(await withoutZstd()).toBeUndefined();
    await repack(lowest, true);
    expect(await withoutZstd()).toMatch(needed);
    expect(await unreadableBundles(pool, true)).toBeUndefined();
  });

  it('end a command at its start with a message that says what is needed', async () => {
    const bench = new CommandBench();
    const { code, err } = await bench.spawned(['digest'], {
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_ZSTD)}`,
    });
    await bench.close();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^the database at \S+ \(DATABASE_URL\) cannot be used: its blocks are compressed by zstd/,
      ),
    ]);
  });

  it('do not matter in a database that is empty or of an older version', async () => {
    const empty = await createDatabase();
    const other = createPool(empty.url);
    expect(await unreadableBundles(other, false)).toBeUndefined();
    await other.end();
    await empty.drop();
  });
});
