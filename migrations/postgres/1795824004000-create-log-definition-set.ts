import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which leaf of the log says what a definition set consists of. */
export class CreateLogDefinitionSet1795824004000 implements MigrationInterface {
  readonly name = 'CreateLogDefinitionSet1795824004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_definition_set (
        -- sha256 hex.
        digest     text PRIMARY KEY,
        leaf_index int8 NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_definition_set');
  }
}
