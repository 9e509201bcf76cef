import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the writer lets a process evaluate that has `ROLE=evaluate`. */
export class CreateEvaluationRequest1795824009000 implements MigrationInterface {
  readonly name = 'CreateEvaluationRequest1795824009000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE evaluation_request (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        -- Of the writer that asks; those of earlier writers are void.
        epoch    int8 NOT NULL,
        position int8 NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS evaluation_request');
  }
}
