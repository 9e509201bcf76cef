import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Depth decides about what is final only until a node has named a final block; which is not known of the past, and learnt with the next answer. */
export class RememberStatedFinality1795824900000 implements MigrationInterface {
  readonly name = 'RememberStatedFinality1795824900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE finality ADD COLUMN is_stated boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE finality DROP COLUMN is_stated');
  }
}
