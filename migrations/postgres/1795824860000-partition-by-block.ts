import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropReaders, grantsOn, read } from './readers-of-tables.js';

/**
 * Tables of which each row belongs to one block are divided by ranges of 2^20 blocks, so that a fill builds the indexes of a range when it
 * is full, and never again. No row is copied: what a table has becomes its first partition, to the end of the range of its last block. Each
 * table is read once, to see that its rows are in that range.
 */
export class PartitionByBlock1795824860000 implements MigrationInterface {
  readonly name = 'PartitionByBlock1795824860000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    const readers = await dropReaders(runner, Object.keys(TABLES));
    const end = await endOfFirst(runner);
    for (const [table, index] of Object.entries(TABLES)) {
      const first = `${table}_p0`;
      const grants = await grantsOn(runner, table);
      await rename(runner, table, first);
      await runner.query(
        `CREATE TABLE ${table} (LIKE ${first} INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (block_number)`,
      );
      // Attached indexes are those of writers. What only reads need is an index of a partition alone, so a fill can drop it there.
      await runner.query(index(table));
      await copyTriggers(runner, first, table);
      await distributeAs(runner, first, table);
      for (const grant of grants) await runner.query(grant(table));
      await runner.query(`ALTER TABLE ${table} ATTACH PARTITION ${first} FOR VALUES FROM (0) TO (${end})`);
    }
    for (const create of readers) await runner.query(create);
  }

  /** What lies in later partitions is copied to the first, which becomes the table. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    const readers = await dropReaders(runner, Object.keys(TABLES));
    for (const table of Object.keys(TABLES)) {
      const first = `${table}_p0`;
      await runner.query(`ALTER TABLE ${table} DETACH PARTITION ${first}`);
      await runner.query(`INSERT INTO ${first} SELECT * FROM ${table}`);
      await runner.query(`DROP TABLE ${table}`);
      await runner.query(`DELETE FROM deferred_index WHERE name ~ '^${table}_p[1-9]'`);
      await rename(runner, first, table);
    }
    for (const create of readers) await runner.query(create);
  }
}

/** A cluster that has read shards side by side alters nothing in the same transaction. A single server has no such setting, and takes it. */
const IN_TURN = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

const primaryKey =
  (columns: string) =>
  (table: string): string =>
    `ALTER TABLE ${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (${columns})`;

/** The index that writers find rows by. */
const TABLES: Readonly<Record<string, (table: string) => string>> = {
  event_payload: primaryKey('block_number, position'),
  failed_frame: primaryKey('block_number, tx_index, call_path'),
  internal_transfer: primaryKey('block_number, tx_index, ordinal'),
  log: (table) => `CREATE INDEX ${table}_block ON ONLY ${table} (block_number)`,
  transaction: primaryKey('block_number, tx_index'),
  transfer: primaryKey('block_number, log_index, batch_index'),
  withdrawal: primaryKey('block_number, withdrawal_index'),
};

/** Of all tables, as they have the same ranges: one may have no rows of the last blocks, or none at all. */
async function endOfFirst(runner: QueryRunner): Promise<string> {
  const last = Object.keys(TABLES).map((table) => `(SELECT max(block_number) FROM ${table})`);
  const [row] = await read<{ end: string }>(
    runner,
    `SELECT ((coalesce(greatest(${last.join(', ')}), 0) >> 20) + 1) << 20 AS end`,
  );
  return row!.end;
}

/** With its indexes, and those that a fill has dropped: names of ours begin with that of the table, those of others do from now on. */
async function rename(runner: QueryRunner, from: string, to: string): Promise<void> {
  const indexes = await read<{ name: string; renamed: string }>(
    runner,
    `SELECT quote_ident(relname) AS name, quote_ident('${to}_' || regexp_replace(relname, '^${from}_', '')) AS renamed
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = '${from}'::regclass ORDER BY 1`,
  );
  await runner.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  for (const { name, renamed } of indexes) await runner.query(`ALTER INDEX ${name} RENAME TO ${renamed}`);
  await runner.query(
    `UPDATE deferred_index SET name = '${to}' || substring(name FROM ${from.length + 1}),
       definition = regexp_replace(definition, '^CREATE INDEX ${from}(_\\w+ ON (ONLY )?(\\w+\\.)?)${from}\\M', 'CREATE INDEX ${to}\\1${to}')
     WHERE definition ~ '^CREATE INDEX ${from}_\\w+ ON (ONLY )?(\\w+\\.)?${from}\\M'`,
  );
}

async function copyTriggers(runner: QueryRunner, from: string, to: string): Promise<void> {
  const triggers = await read<{ create: string }>(
    runner,
    `SELECT regexp_replace(pg_get_triggerdef(oid), ' ON (\\w+\\.)?${from} ', ' ON ${to} ') AS create
     FROM pg_trigger WHERE tgrelid = '${from}'::regclass AND NOT tgisinternal`,
  );
  for (const { create } of triggers) await runner.query(create);
}

/** Where the rows lie on the nodes of a cluster. */
async function distributeAs(runner: QueryRunner, as: string, table: string): Promise<void> {
  const clusters = await read(runner, `SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (clusters.length === 0) return;
  await runner.query(
    `SELECT create_distributed_table('${table}', column_to_column_name(logicalrelid, partkey), colocate_with => '${as}')
     FROM pg_dist_partition WHERE logicalrelid = '${as}'::regclass AND partmethod = 'h'`,
  );
}
