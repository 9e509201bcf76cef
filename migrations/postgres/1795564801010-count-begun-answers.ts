import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often an answer was begun for a payment: one that did not leave whole is sent again a few times, not for ever. */
export class CountBegunAnswers1795564801010 implements MigrationInterface {
  readonly name = 'CountBegunAnswers1795564801010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment ADD COLUMN answers int2 NOT NULL DEFAULT 0 CHECK (answers >= 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment DROP COLUMN answers');
  }
}
