import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens are asked again what they declare where that may have changed. */
export class AskDeclarationsAgain1795478400377 implements MigrationInterface {
  readonly name = 'AskDeclarationsAgain1795478400377';

  async up(runner: QueryRunner): Promise<void> {
    // Nobody noted where it may have changed so far, so the projection starts again.
    await runner.query(
      'TRUNCATE transfer, token_holder, token, token_activity, token_bucket, token_declaration, token_metadata',
    );
    await runner.query("DELETE FROM pending_read WHERE asker = 'token'");
    await runner.query("DELETE FROM checkpoint WHERE reader = 'token'");

    // Contracts of which a block changed something of their own, whether or not they are tokens: that may be known only later.
    await runner.query(`
      CREATE TABLE token_setting (
        token        bytea NOT NULL,
        block_number int8 NOT NULL,
        PRIMARY KEY (token, block_number)
      )`);
    // What an unwind deletes. Unique, so that a long fill keeps it.
    await runner.query('CREATE UNIQUE INDEX token_setting_by_block ON token_setting (block_number, token)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE token_setting');
  }
}
