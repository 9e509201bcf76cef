import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OlderDatabase } from '../fixture/older-database.js';

const [TOKEN, OTHER, ONE, ANOTHER] = [7, 8, 9, 10].map((byte) => Buffer.alloc(20, byte)) as [
  ...[Buffer, Buffer],
  ...[Buffer, Buffer],
];
const NONE = Buffer.alloc(0);

let database: OlderDatabase;
beforeAll(async () => {
  database = await OlderDatabase.start();
});
afterAll(() => database?.stop());

const rows = async (select: string): Promise<unknown[]> => (await database.pool.query(select)).rows;

/** Takes the database back, fills it, and returns its rows before the migration, after it, and back again. */
async function throughMigration(
  name: string,
  fill: () => Promise<unknown>,
  select: string,
): Promise<[before: unknown[], after: () => Promise<unknown[]>, back: () => Promise<unknown[]>]> {
  await database.backBefore(name);
  await fill();
  const before = await rows(select);
  await database.source.runMigrations();
  return [
    before,
    () => rows(select),
    async () => {
      await database.backBefore(name);
      const back = await rows(select);
      await database.source.runMigrations();
      return back;
    },
  ];
}

describe('the reads of tracked runs in an older database', () => {
  it('are the same, without rows for the code of their own contracts, and are restored', async () => {
    const [before, , back] = await throughMigration(
      'ImplyCodeOfRuns1795824019200',
      async () => {
        await database.pool.query(
          `INSERT INTO tracked_run (contract, data, since_block, outcome, output) SELECT $1, '', block, 'returned', '' FROM generate_series(1, 2) block`,
          [TOKEN],
        );
        for (const [address, kind, slot, block, isMissing] of [
          [TOKEN, 'c', NONE, 1, false],
          [OTHER, 'c', NONE, 1, false],
          [TOKEN, 's', Buffer.from([5]), 1, false],
          [TOKEN, 'c', NONE, 2, true],
        ] as const)
          await database.pool.query(
            `INSERT INTO tracked_place (address, kind, slot, run_id, is_missing) SELECT $1, $2, $3, id, $5 FROM tracked_run WHERE since_block = $4`,
            [address, kind, slot, block, isMissing],
          );
      },
      'SELECT address, kind, slot, run_id, is_missing FROM tracked_place ORDER BY run_id, kind, address',
    );
    const reads = await rows(
      `SELECT address, kind, slot, run_id, bool_or(is_missing) AS is_missing FROM tracked_read GROUP BY 1, 2, 3, 4 ORDER BY run_id, kind, address`,
    );
    expect(reads).toEqual(before);
    expect(await rows('SELECT address, kind, is_missing FROM tracked_place ORDER BY run_id, kind')).toEqual([
      { address: OTHER, kind: 'c', is_missing: false },
      { address: TOKEN, kind: 's', is_missing: false },
      { address: TOKEN, kind: 'c', is_missing: true },
    ]);
    expect(await back()).toEqual(before);
  });
});

describe('samples of an older database', () => {
  it('keep their holders, and have their old rows restored', async () => {
    const [before, after, back] = await throughMigration(
      'PackSamples1795824019210',
      () =>
        database.pool.query(
          `INSERT INTO balance_sample VALUES ($1, 0, 5, $2, true), ($1, 0, 6, '{}', false)`,
          [TOKEN, [ONE, ANOTHER]],
        ),
      'SELECT block_number::int4, holders FROM balance_sample ORDER BY 1',
    );
    expect(before).toEqual([
      { block_number: 5, holders: [ONE, ANOTHER] },
      { block_number: 6, holders: [] },
    ]);
    expect(await after()).toEqual([
      { block_number: 5, holders: Buffer.concat([ONE, ANOTHER]) },
      { block_number: 6, holders: NONE },
    ]);
    expect(await back()).toEqual(before);
  });
});

describe('settings of tokens of an older database', () => {
  it('are merged into one row with the reads after them, and split again', async () => {
    const [before, after, back] = await throughMigration(
      'StoreSettingsOnce1795824019220',
      async () => {
        await database.pool.query('INSERT INTO token_setting VALUES ($1, 4), ($1, 5), ($1, 9), ($2, 7)', [
          TOKEN,
          OTHER,
        ]);
        await database.pool.query(
          'INSERT INTO token_declaration (token, block_number, answered) VALUES ($1, 5, true), ($1, 9, true), ($2, 8, true)',
          [TOKEN, OTHER],
        );
      },
      'SELECT token, block_number::int4 FROM token_setting ORDER BY 1, 2',
    );
    expect(before).toHaveLength(4);
    expect(await after()).toEqual([
      { token: TOKEN, block_number: 4 },
      { token: OTHER, block_number: 7 },
    ]);
    expect(
      await rows('SELECT block_number::int4 AS block, is_setting FROM token_declaration ORDER BY token, 1'),
    ).toEqual([
      { block: 5, is_setting: true },
      { block: 9, is_setting: true },
      { block: 8, is_setting: false },
    ]);
    expect(await back()).toEqual(before);
  });
});

describe('the activity of tokens in blocks of an older database', () => {
  it('is zero again where it was absent', async () => {
    await database.source.runMigrations();
    await database.pool.query(
      'INSERT INTO token_activity (block_number, token, transfers) VALUES (5, $1, 2)',
      [TOKEN],
    );
    await database.backBefore('NarrowTokenLookups1795824019230');
    expect(await rows('SELECT transfers, mints, minted FROM token_activity')).toEqual([
      { transfers: 2, mints: 0, minted: '0' },
    ]);
    await database.source.runMigrations();
  });
});
