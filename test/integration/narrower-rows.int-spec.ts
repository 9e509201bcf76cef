import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const TOKEN = Buffer.alloc(20, 7);
const OTHER = Buffer.alloc(20, 8);
const [SYMBOL, NAME, DECIMALS] = ['0x95d89b41', '0x06fdde03', '0x313ce567'];

let database: OlderDatabase;
beforeAll(async () => {
  database = await OlderDatabase.start();
}, 120_000);
afterAll(() => database?.stop());

describe('open state reads of an older database', () => {
  const open = async (): Promise<unknown> =>
    (
      await database.pool.query(
        'SELECT requester, subject, block_number::int4, what FROM state_read_request ORDER BY 1, 2, 3, 4',
      )
    ).rows;

  it('stay, those of tokens as bits of their declarations, and come back', async () => {
    await database.backBefore('DeriveTokenReads1795824003000');
    await database.pool.query(
      'INSERT INTO token_declaration (token, block_number, answered) SELECT *, true FROM unnest($1::bytea[], $2::int8[])',
      [
        [TOKEN, TOKEN, OTHER],
        [5, 9, 5],
      ],
    );
    for (const [requester, subject, block, ...reads] of [
      ['token', TOKEN, 5, NAME, DECIMALS],
      ['token', TOKEN, 9, SYMBOL, NAME, DECIMALS],
      ['evaluation', TOKEN, 5, 'code', NAME],
    ] as const)
      for (const what of reads)
        await database.pool.query(
          'INSERT INTO state_read_request (requester, subject, block_number, what) VALUES ($1, $2, $3, $4)',
          [requester, subject, block, what],
        );
    const before = await open();
    await database.source.runMigrations();
    expect(await open()).toEqual(before);
    const bits = await database.pool.query(
      'SELECT open_reads FROM token_declaration ORDER BY token, block_number',
    );
    expect(bits.rows.map(({ open_reads }) => open_reads)).toEqual([6, 7, 0]);
    await database.backBefore('DeriveTokenReads1795824003000');
    expect(await open()).toEqual(before);
  }, 120_000);
});

describe('indexes of an older database', () => {
  const indexes = async (): Promise<unknown> =>
    (await database.pool.query('SELECT indexname, indexdef FROM pg_indexes ORDER BY 1, 2')).rows;

  it('are those of a new one, also where a fill that dropped them was killed', async () => {
    await database.source.runMigrations();
    const all = await indexes();
    await database.backBefore('DeriveTokenReads1795824003000');
    await dropReadIndexes(database.pool);
    await database.source.runMigrations();
    await restoreReadIndexes(database.pool);
    expect(await indexes()).toEqual(all);
  }, 120_000);
});
