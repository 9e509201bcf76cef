import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What two addresses have in their only bucket is what they have in all: one row says both, and only the sum of several buckets has one of its own.
 * The tables of both become views of one table, so what reads them stays as it is. Rows are copied once.
 */
export class StoreCounterpartiesOnce1795824850000 implements MigrationInterface {
  readonly name = 'StoreCounterpartiesOnce1795824850000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    await runner.query(
      `CREATE TABLE counterparty_sum (${typed('from_block', ...SUMS)}, is_total boolean NOT NULL, ${PAIR})`,
    );
    await runner.query(`CREATE UNLOGGED TABLE counterparty_met (${typed(...SUMS)}, ${PAIR})`);
    await runner.query(`
      INSERT INTO counterparty_sum (from_block, is_total, ${NAMES})
      SELECT from_block, count(*) OVER (PARTITION BY address_a, address_b) = 1, ${NAMES} FROM counterparty_in_bucket
      ORDER BY from_block`);
    await runner.query(`
      INSERT INTO counterparty_sum (from_block, is_total, ${NAMES}) SELECT -1, true, ${NAMES} FROM counterparty
      JOIN (SELECT address_a, address_b FROM counterparty_in_bucket GROUP BY 1, 2 HAVING count(*) > 1) met_again
        USING (address_a, address_b)`);
    await runner.query('DROP TABLE counterparty, counterparty_in_bucket');
    for (const [name, on] of Object.entries(INDEXES)) await index(runner, name, on);
    await runner.query(`CREATE VIEW counterparty AS SELECT ${NAMES} FROM counterparty_sum WHERE is_total`);
    await runner.query(
      `CREATE VIEW counterparty_in_bucket AS SELECT from_block, ${NAMES} FROM counterparty_sum WHERE from_block >= 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(IN_TURN);
    await runner.query('DROP TABLE counterparty_met');
    await runner.query(`CREATE TABLE counterparty_before (${typed(...SUMS)}, ${PAIR})`);
    await runner.query(
      `CREATE TABLE counterparty_in_bucket_before (${typed('from_block', ...SUMS)}, ${PAIR})`,
    );
    await runner.query(`INSERT INTO counterparty_before (${NAMES}) SELECT ${NAMES} FROM counterparty`);
    await runner.query(
      `INSERT INTO counterparty_in_bucket_before (from_block, ${NAMES}) SELECT from_block, ${NAMES} FROM counterparty_in_bucket`,
    );
    await runner.query('DROP VIEW counterparty, counterparty_in_bucket');
    await runner.query('DROP TABLE counterparty_sum');
    for (const table of ['counterparty', 'counterparty_in_bucket'])
      await runner.query(`ALTER TABLE ${table}_before RENAME TO ${table}`);
    for (const [name, on] of Object.entries(INDEXES_BEFORE)) await index(runner, name, on);
  }
}

/** A cluster that has read shards side by side drops nothing in the same transaction. A single server has no such setting, and takes it. */
const IN_TURN = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

const COUNTS = [
  'tx_count',
  'succeeded_count',
  'a_to_b_count',
  'b_to_a_count',
  'external_count',
  'internal_count',
  'token_count',
];
const SUMS = ['first_block', 'last_block', ...COUNTS];
const NAMES = [...SUMS, 'token_flags', 'address_a', 'address_b'].join(', ');
const PAIR = 'address_a bytea NOT NULL, address_b bytea NOT NULL';

const typed = (...columns: readonly string[]): string =>
  [...columns.map((column) => `${column} int4 NOT NULL`), 'token_flags int2 NOT NULL'].join(', ');

const PAIR_HASH = 'hashbyteaextended(sha256(address_a || address_b), 0)';
const RANK = 'succeeded_count DESC, last_block DESC';

const INDEXES: Readonly<Record<string, string>> = {
  counterparty_pair_lookup: `counterparty_sum (${PAIR_HASH}) WHERE is_total`,
  // Rankings alone state the second condition: see the migration that narrowed the tables.
  counterparty_of_address_a: `counterparty_sum (address_a, ${RANK}) WHERE is_total AND succeeded_count >= 0`,
  counterparty_of_address_b: `counterparty_sum (address_b, ${RANK}) WHERE is_total AND succeeded_count >= 0`,
  // Sums of several buckets lie among the others, so ranges of pages would say little.
  counterparty_in_bucket_start_lookup: 'counterparty_sum (from_block) WHERE from_block >= 0',
  counterparty_in_bucket_of_address_a: 'counterparty_sum (address_a, from_block) WHERE from_block >= 0',
  counterparty_in_bucket_of_address_b: 'counterparty_sum (address_b, from_block) WHERE from_block >= 0',
};

const INDEXES_BEFORE: Readonly<Record<string, string>> = {
  counterparty_pair_lookup: `counterparty (${PAIR_HASH})`,
  counterparty_of_address_a: `counterparty (address_a, ${RANK}) WHERE succeeded_count >= 0`,
  counterparty_of_address_b: `counterparty (address_b, ${RANK}) WHERE succeeded_count >= 0`,
  counterparty_in_bucket_start_lookup:
    'counterparty_in_bucket USING brin (from_block) WITH (autosummarize = on)',
  counterparty_in_bucket_of_address_a: 'counterparty_in_bucket (address_a, from_block)',
  counterparty_in_bucket_of_address_b: 'counterparty_in_bucket (address_b, from_block)',
};

/** An index that a fill dropped is built by it. */
async function index(runner: QueryRunner, name: string, on: string): Promise<void> {
  const definition = `CREATE INDEX ${name} ON ${on}`;
  const deferred = (await runner.query(
    `UPDATE deferred_index SET definition = $2 WHERE name = $1 AND definition NOT LIKE 'REINDEX %' RETURNING name`,
    [name, definition],
  )) as [unknown[], number];
  if (deferred[1] === 0) await runner.query(definition);
}
