import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys led by the account, by which state is looked up, with narrow indexes of the block, by which it is unwound. */
export class IndexStateByAccount1795651202010 implements MigrationInterface {
  readonly name = 'IndexStateByAccount1795651202010';

  async up(runner: QueryRunner): Promise<void> {
    for (const { table, index, key } of KEYS) {
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY (${key})`);
      await dropIndex(runner, index);
      await runner.query(`CREATE INDEX ${table}_block ON ${table} (block_number)`);
    }
    await runner.query('ALTER TABLE storage_value DROP CONSTRAINT storage_value_pkey');
    await runner.query('CREATE INDEX storage_value_block ON storage_value (block_number)');
    await runner.query('ALTER TABLE state_read_request DROP CONSTRAINT state_read_request_pkey');
    await runner.query(
      'ALTER TABLE state_read_request ADD CONSTRAINT state_read_request_pkey PRIMARY KEY USING INDEX state_read_request_by_requester',
    );
    await runner.query('CREATE INDEX state_read_request_block ON state_read_request (block_number)');
    // Every slot is in storage_change.
    await dropIndex(runner, 'variable_value_address');
    await runner.query('DROP TABLE variable_value');
    await runner.query("DELETE FROM checkpoint WHERE reader = 'variable_value'");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, index, key, before } of KEYS) {
      await dropIndex(runner, `${table}_block`);
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY (${before})`);
      await runner.query(`CREATE INDEX ${index} ON ${table} (${key})`);
    }
    await dropIndex(runner, 'storage_value_block');
    await runner.query('ALTER TABLE storage_value ADD PRIMARY KEY (block_number, address, slot)');
    await dropIndex(runner, 'state_read_request_block');
    await runner.query('ALTER TABLE state_read_request DROP CONSTRAINT state_read_request_pkey');
    await runner.query(
      'ALTER TABLE state_read_request ADD PRIMARY KEY (block_number, subject, what, requester)',
    );
    await runner.query(
      'CREATE UNIQUE INDEX state_read_request_by_requester ON state_read_request (requester, subject, what, block_number)',
    );
    // Its projection catches up from the log.
    await runner.query(`
      CREATE TABLE variable_value (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        slot         bytea NOT NULL,
        value        bytea NOT NULL,
        PRIMARY KEY (block_number, address, slot)
      )`);
    await runner.query('CREATE INDEX variable_value_address ON variable_value (address, slot, block_number)');
  }
}

const KEYS = [
  {
    table: 'account_state',
    index: 'account_state_address',
    key: 'address, block_number',
    before: 'block_number, address',
  },
  {
    table: 'native_credit',
    index: 'native_credit_address',
    key: 'address, block_number',
    before: 'block_number, address',
  },
  {
    table: 'storage_change',
    index: 'storage_change_slot',
    key: 'address, slot, block_number',
    before: 'block_number, address, slot',
  },
  {
    table: 'slot_change',
    index: 'slot_change_address',
    key: 'address, slot, block_number, tx_index',
    before: 'block_number, tx_index, address, slot',
  },
];

/** A fill that was killed may have dropped it, and would build it again. */
async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  await runner.query(`DROP INDEX IF EXISTS ${name}`);
  await runner.query(`DELETE FROM deferred_index WHERE name = '${name}'`);
}
