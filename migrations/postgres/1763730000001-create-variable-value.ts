import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What slots of small numbers hold: with `storage_value` every slot that state diffs told of. The projection folds the log into it. */
export class CreateVariableValue1763730000001 implements MigrationInterface {
  readonly name = 'CreateVariableValue1763730000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- At the end of a block that wrote it.
      CREATE TABLE variable_value (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        -- Without leading zeros, like the value: empty for zero.
        slot         bytea NOT NULL,
        value        bytea NOT NULL,
        PRIMARY KEY (block_number, address, slot)
      )`);
    await runner.query('CREATE INDEX variable_value_address ON variable_value (address, slot, block_number)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE variable_value');
  }
}
