import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What token contracts declare of themselves. */
export class CreateTokenMetadata1795478400010 implements MigrationInterface {
  readonly name = 'CreateTokenMetadata1795478400010';

  async up(runner: QueryRunner): Promise<void> {
    // Tokens that are known already were never asked, so the projection starts again.
    await runner.query('TRUNCATE token, token_activity');
    await runner.query("DELETE FROM checkpoint WHERE reader = 'token'");

    // What each token was asked, and what it said.
    await runner.query(`
      CREATE TABLE token_declaration (
        token        bytea NOT NULL,
        -- Asked at its end: the first block with an event of the token among those that were there then.
        block_number int8 NOT NULL,
        -- Whether a node had the state of that block.
        answered     bool NOT NULL DEFAULT false,
        -- Bytes as they stand in the answer; null when none are declared, empty when nothing is.
        symbol       bytea,
        name         bytea,
        decimals     int2,
        PRIMARY KEY (token, block_number)
      )`);
    // What an unwind deletes. Unique, so that a long fill keeps it.
    await runner.query(
      'CREATE UNIQUE INDEX token_declaration_by_block ON token_declaration (block_number, token)',
    );

    // Of the answers of a token those of the lowest block: what counts, whatever order blocks came in.
    await runner.query(`
      CREATE TABLE token_metadata (
        token        bytea PRIMARY KEY,
        symbol       bytea,
        name         bytea,
        decimals     int2,
        block_number int8 NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM pending_read WHERE asker = 'token'");
    await runner.query('DROP TABLE token_declaration, token_metadata');
  }
}
