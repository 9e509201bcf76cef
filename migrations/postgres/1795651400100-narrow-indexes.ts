import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes without the columns that only break ties inside a block: rows are sorted by them as they are read, and PostgreSQL stores equal keys once. Rows that
 * are looked up by their block alone have an index of it alone. Hashes of transactions are compared, never sorted.
 */
export class NarrowIndexes1795651400100 implements MigrationInterface {
  readonly name = 'NarrowIndexes1795651400100';

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, narrow } of READ) await replace(runner, name, narrow);
    await runner.query('ALTER TABLE log DROP CONSTRAINT log_pkey');
    await runner.query('CREATE INDEX log_block ON log (block_number)');
    for (const table of BY_BLOCK) {
      await runner.query(`DROP INDEX ${table}_by_block`);
      await runner.query(`CREATE INDEX ${table}_block ON ${table} (block_number)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name, wide } of READ) await replace(runner, name, wide);
    await runner.query('DROP INDEX log_block');
    await runner.query('ALTER TABLE log ADD PRIMARY KEY (block_number, log_index)');
    for (const table of BY_BLOCK) {
      await runner.query(`DROP INDEX ${table}_block`);
      await runner.query(`CREATE UNIQUE INDEX ${table}_by_block ON ${table} (block_number, token)`);
    }
  }
}

const BY_BLOCK = ['token_declaration', 'token_setting'];

const READ = [
  {
    name: 'log_address',
    narrow: 'log (address, block_number)',
    wide: 'log (address, block_number, log_index)',
  },
  { name: 'transaction_hash', narrow: 'transaction USING hash (hash)', wide: 'transaction (hash)' },
  ...['from', 'to'].flatMap((side) => [
    {
      name: `transaction_${side}`,
      narrow: `transaction (${side}_address, block_number)`,
      wide: `transaction (${side}_address, block_number, tx_index)`,
    },
    {
      name: `internal_transfer_${side}`,
      narrow: `internal_transfer (${side}_address, block_number)`,
      wide: `internal_transfer (${side}_address, block_number, tx_index, ordinal)`,
    },
  ]),
  ...['from_address', 'to_address', 'token'].map((column) => ({
    name: `transfer_${column.replace('_address', '')}`,
    narrow: `transfer (${column}, block_number)`,
    wide: `transfer (${column}, block_number, tx_index, log_index, batch_index)`,
  })),
];

/** An index that a fill dropped is built as its definition says. */
async function replace(runner: QueryRunner, name: string, on: string): Promise<void> {
  const deferred = (await runner.query('SELECT FROM deferred_index WHERE name = $1', [name])) as unknown[];
  const definition = `CREATE INDEX ${name} ON ${on}`;
  if (deferred.length > 0) {
    await runner.query('UPDATE deferred_index SET definition = $2 WHERE name = $1', [name, definition]);
  } else {
    await runner.query(`DROP INDEX ${name}`);
    await runner.query(definition);
  }
}
