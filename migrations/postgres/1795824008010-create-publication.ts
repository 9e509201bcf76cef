import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The state of the rows that the nodes of a cluster show: odd while a transaction commits on them. */
export class CreatePublication1795824008010 implements MigrationInterface {
  readonly name = 'CreatePublication1795824008010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE publication (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), sequence int8 NOT NULL)`,
    );
    await runner.query('INSERT INTO publication (sequence) VALUES (0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE publication');
  }
}
