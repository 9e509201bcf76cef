import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the index of names was last brought up to date. */
export class KnowLastPassOfNames1795825262000 implements MigrationInterface {
  readonly name = 'KnowLastPassOfNames1795825262000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE name_pass ADD COLUMN passed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE name_pass DROP COLUMN passed_at');
  }
}
