import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const TOKEN = Buffer.alloc(20, 7);
const OTHER = Buffer.alloc(20, 8);
const [SYMBOL, NAME, DECIMALS] = ['0x95d89b41', '0x06fdde03', '0x313ce567'];

let database: OlderDatabase;
beforeAll(async () => {
  database = await OlderDatabase.start();
});
afterAll(() => database?.stop());

describe('open state reads of an older database', () => {
  const open = async (): Promise<unknown> =>
    (
      await database.pool.query(
        'SELECT requester, subject, block_number::int4, what FROM state_read_request ORDER BY 1, 2, 3, 4',
      )
    ).rows;

  it('stay, with those of tokens as bits of their declarations, and are restored', async () => {
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
  });
});

describe('indexes of an older database', () => {
  const indexes = async (): Promise<unknown> =>
    (await database.pool.query('SELECT indexname, indexdef FROM pg_indexes ORDER BY 1, 2')).rows;

  it('are those of a new one, even if a fill that dropped them was killed', async () => {
    await database.source.runMigrations();
    const all = await indexes();
    await database.backBefore('DeriveTokenReads1795824003000');
    await dropReadIndexes(database.pool);
    await database.source.runMigrations();
    await restoreReadIndexes(database.pool);
    expect(await indexes()).toEqual(all);
  });
});

describe('the dependencies of evaluations in an older database', () => {
  const MIGRATION = 'HashDependencies1795824013000';
  const KEYS = ['asset:erc20', 'binding:system-addresses', '{"kind":"view"} 0x01', '{"kind":"delegation"}'];
  /** The dependency keys by which each reader is found. */
  const readers = async (): Promise<unknown> =>
    (
      await database.pool.query(
        `SELECT subject, definition, is_call, array_agg(key ORDER BY key) AS keys
         FROM dependency CROSS JOIN unnest(definitions) definition JOIN unnest($1::text[]) key ON read_key = hashtext(key)
         WHERE read_subject = hashbyteaextended($2, 0) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        [KEYS, TOKEN],
      )
    ).rows;

  it('are found by hashes, each reader once', async () => {
    await database.backBefore(MIGRATION);
    await database.pool.query(
      `INSERT INTO dependency (read_subject, read_key, subject, definition)
       SELECT read, key, $3, number FROM unnest($1::text[]) key, unnest($2::bytea[]) read, generate_series(1, 2) number, generate_series(1, 2)`,
      [KEYS, [TOKEN, OTHER], OTHER],
    );
    await database.source.runMigrations();
    const { rows } = await database.pool.query('SELECT count(*)::int4 AS count FROM dependency');
    expect(rows).toEqual([{ count: 8 }]);
    const [calls, others] = [KEYS.slice(2).reverse(), KEYS.slice(0, 2)];
    expect(await readers()).toEqual(
      [1, 2].flatMap((definition) => [
        { subject: OTHER, definition, is_call: false, keys: others },
        { subject: OTHER, definition, is_call: true, keys: calls },
      ]),
    );
  });

  it('have a row for each definition again in the older schema', async () => {
    const before = await readers();
    await database.backBefore('JoinDependencies1795824019100');
    const { rows } = await database.pool.query('SELECT count(*)::int4 AS count FROM dependency');
    expect(rows).toEqual([{ count: 16 }]);
    await database.source.runMigrations();
    expect(await readers()).toEqual(before);
  });

  it('are not converted back into texts', async () => {
    await expect(database.backBefore(MIGRATION)).rejects.toThrow('the texts cannot be made again');
    await database.pool.query('TRUNCATE dependency');
    await database.backBefore(MIGRATION);
    await database.source.runMigrations();
  });
});

describe('the last fact event', () => {
  it('is found by indexes, without reading segments', async () => {
    await database.source.runMigrations();
    const client = await database.pool.connect();
    try {
      await client.query('SET enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        'EXPLAIN SELECT position FROM fact_event ORDER BY position DESC LIMIT 1',
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Backward using proof_segment_position_lookup');
      expect(plan).not.toContain('Sort  ');
    } finally {
      client.release(true);
    }
  });
});
