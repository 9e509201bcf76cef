import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts of holders and of tokens by block take four bytes, and holders are found by a hash of eight. */
export class NarrowTokenRows1795824003020 implements MigrationInterface {
  readonly name = 'NarrowTokenRows1795824003020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token_holder DROP CONSTRAINT token_holder_pkey');
    await setTypes(runner, 'int4');
    await runner.query(
      'CREATE INDEX token_holder_lookup ON token_holder (hashbyteaextended(token || holder, 0))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX token_holder_lookup');
    await setTypes(runner, 'int8');
    await runner.query('ALTER TABLE token_holder ADD PRIMARY KEY (token, holder)');
  }
}

const COLUMNS = {
  token_holder: 'amount_moves item_moves sent received last_sent last_received',
  token_activity:
    'block_number erc20_transfers erc721_transfers erc1155_transfers unindexed_transfers erc777_events erc4626_events transfers mints burns',
};

async function setTypes(runner: QueryRunner, type: string): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const changes = columns.split(' ').map((column) => `ALTER COLUMN ${column} TYPE ${type}`);
    await runner.query(`ALTER TABLE ${table} ${changes.join(', ')}`);
  }
}
