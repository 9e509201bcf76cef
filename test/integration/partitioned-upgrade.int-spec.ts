import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BlockPartitions } from '../../src/platform/postgres/partitions/block-partitions.js';
import { PARTITIONED_TABLES } from '../../src/platform/postgres/partitions/partitioned-tables.js';
import {
  dropReadIndexes,
  missingReadIndexes,
  restoreReadIndexes,
} from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const MIGRATION = 'PartitionByBlock1795824860000';
const LOW = 5;
const HIGH = 25_000_100;
/** A block in the partition after that of the last row. */
const NEXT = 24 * 2 ** 20;

const VIEWS = ['interaction', 'transaction_row', 'unindexed_transfer'];
const READER = 'upgraded_reader';

describe('an older database with rows of blocks', () => {
  let database: OlderDatabase;
  let pool: Pool;
  let fresh: unknown[];
  beforeAll(async () => {
    database = await OlderDatabase.start();
    ({ pool } = database);
    fresh = await database.indexes();
    await pool.query(
      `DO $$ BEGIN CREATE ROLE ${READER}; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$`,
    );
  });
  beforeEach(async () => {
    await database.backBefore(MIGRATION);
    await dropRows();
    await restoreReadIndexes(pool);
  });
  afterAll(async () => {
    await pool?.query(`DROP OWNED BY ${READER}; DROP ROLE ${READER}`);
    await database?.stop();
  });

  const dropRows = async (): Promise<void> => {
    const tx = await pool.connect();
    await tx.query(`SET chainproof.compresses = 'on'; TRUNCATE ${PARTITIONED_TABLES.join(', ')}`);
    tx.release(true);
  };
  /** Inserts a row of a block with some value in each column. */
  const insert = async (table: string, block: number): Promise<void> => {
    const { rows } = await pool.query<{ name: string; type: string }>(
      `SELECT quote_ident(attname) AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [table],
    );
    const values = rows.map(({ name, type }) => (name === 'block_number' ? block : SOME[type]));
    await pool.query(`INSERT INTO ${table} (${rows.map(({ name }) => name)}) VALUES (${values})`);
  };
  const rows = async (): Promise<unknown[]> =>
    Promise.all(
      [...PARTITIONED_TABLES, ...VIEWS].map(async (table) => [
        table,
        (await pool.query(`SELECT * FROM ${table} ORDER BY block_number`)).rows,
      ]),
    );
  const upgrade = () => database.source.runMigrations();
  const definitions = async (table: string): Promise<string[]> =>
    (
      await pool.query<{ definition: string }>(
        `SELECT replace(pg_get_indexdef(indexrelid), $1, '') AS definition FROM pg_index WHERE indrelid = $1::regclass ORDER BY 1`,
        [table],
      )
    ).rows.map(({ definition }) => definition);

  it('has one boundary for all tables, whichever has the highest rows', async () => {
    for (const table of PARTITIONED_TABLES) await insert(table, LOW);
    await insert('log', HIGH);
    const before = await rows();
    await upgrade();
    expect(await rows()).toEqual(before);
    await new BlockPartitions(pool).make([HIGH + 1, NEXT]);
    for (const table of PARTITIONED_TABLES)
      for (const block of [HIGH + 1, NEXT - 1, NEXT]) await insert(table, block);
    const { rows: places } = await pool.query<{ place: string }>(
      PARTITIONED_TABLES.map(
        (table) => `SELECT DISTINCT replace(tableoid::regclass::text, '${table}', '') AS place FROM ${table}`,
      ).join(' UNION '),
    );
    expect(places.map(({ place }) => place).sort()).toEqual(['_p0', '_p24']);
    const after = await rows();
    await database.backBefore(MIGRATION);
    expect(await rows()).toEqual(after);
    await upgrade();
    expect(await rows()).toEqual(after);
    await new BlockPartitions(pool).make([NEXT, 25 * 2 ** 20]);
  });

  it.each([false, true])(
    'gets the indexes of a new one, even if a fill was killed before (%s)',
    async (isKilled) => {
      for (const table of PARTITIONED_TABLES) await insert(table, HIGH);
      const dropped = isKilled ? await dropReadIndexes(pool) : [];
      await upgrade();
      // Transfers have got other indexes since, which were created at once.
      expect(await missingReadIndexes(pool)).toHaveLength(
        dropped.filter((name) => !name.startsWith('transfer_')).length,
      );
      await new BlockPartitions(pool).make([NEXT]);
      await restoreReadIndexes(pool);
      expect(await missingReadIndexes(pool)).toEqual([]);
      for (const table of PARTITIONED_TABLES)
        expect(await definitions(`${table}_p24`)).toEqual(await definitions(`${table}_p0`));
      const isOfNew = ({ indexname }: { indexname: string }) => indexname.includes('_p24_');
      expect(((await database.indexes()) as { indexname: string }[]).filter((one) => !isOfNew(one))).toEqual(
        fresh,
      );
    },
  );

  it('can be migrated back without indexes of partitions, and forward again', async () => {
    const before = await database.indexes();
    await insert('transaction', LOW);
    await upgrade();
    await new BlockPartitions(pool).make([NEXT]);
    await insert('transaction', NEXT);
    await dropReadIndexes(pool);
    await database.backBefore(MIGRATION);
    await restoreReadIndexes(pool);
    expect(await database.indexes()).toEqual(before);
    expect((await pool.query('SELECT FROM transaction')).rowCount).toBe(2);
    await dropReadIndexes(pool);
    await upgrade();
    await restoreReadIndexes(pool);
    expect(await database.indexes()).toEqual(fresh);
  });

  it('gets new partitions even if somebody added indexes', async () => {
    await pool.query('CREATE INDEX "of old" ON log (topic0); CREATE INDEX own ON internal_transfer (path)');
    await upgrade();
    await pool.query('CREATE INDEX of_first ON log_p0 (topic1); CREATE INDEX of_all ON log (topic2)');
    await new BlockPartitions(pool).make([NEXT]);
    expect((await definitions('log_p24')).filter((one) => one.includes('btree (topic'))).toHaveLength(2);
    await insert('log', NEXT);
    const before = await database.indexes();
    await dropReadIndexes(pool);
    await restoreReadIndexes(pool);
    expect(await database.indexes()).toEqual(before);
    await pool.query('DROP INDEX of_first, of_all');
    await database.backBefore(MIGRATION);
    await pool.query('DROP INDEX "log_of old", internal_transfer_own');
  });

  it('keeps its payloads append-only, in old partitions and new ones', async () => {
    await insert('event_payload', HIGH);
    await upgrade();
    await new BlockPartitions(pool).make([NEXT]);
    await insert('event_payload', NEXT);
    for (const table of ['event_payload', 'event_payload_p0', 'event_payload_p24'])
      for (const change of [`UPDATE ${table} SET payload = ''`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
        await expect(pool.query(change)).rejects.toThrow('append-only');
    expect((await pool.query('SELECT FROM event_payload')).rowCount).toBe(2);
  });

  it('is readable for the same roles as before, also partition by partition, as a backup reads', async () => {
    await pool.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${READER}`);
    await insert('log', HIGH);
    await upgrade();
    await new BlockPartitions(pool).make([NEXT]);
    const tx = await pool.connect();
    try {
      await tx.query(`SET ROLE ${READER}`);
      for (const table of PARTITIONED_TABLES)
        for (const part of ['', '_p0', '_p24']) await tx.query(`SELECT FROM ${table}${part}`);
      for (const view of VIEWS) await tx.query(`SELECT FROM ${view}`);
      await expect(tx.query('DELETE FROM log')).rejects.toThrow('permission denied');
    } finally {
      tx.release(true);
    }
    await pool.query(`DROP OWNED BY ${READER}`);
  });
});

const SOME: Readonly<Record<string, string>> = {
  bigint: '1',
  integer: '1',
  smallint: '5',
  numeric: '7',
  boolean: 'false',
  bytea: `'\\x61'`,
  'bytea[]': `'{}'`,
  text: `'x'`,
};
