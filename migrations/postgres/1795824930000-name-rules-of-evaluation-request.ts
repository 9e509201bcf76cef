import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A process evaluates for a writer that has the rules of its chain. */
export class NameRulesOfEvaluationRequest1795824930000 implements MigrationInterface {
  readonly name = 'NameRulesOfEvaluationRequest1795824930000';

  async up(runner: QueryRunner): Promise<void> {
    // No writer asks while the database is migrated.
    await runner.query('DELETE FROM evaluation_request');
    // A digest of first block and fork schedule.
    await runner.query('ALTER TABLE evaluation_request ADD COLUMN rules text NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE evaluation_request DROP COLUMN rules');
  }
}
