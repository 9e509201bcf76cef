import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bundles are compressed before they are stored: PostgreSQL would try again. */
export class StoreBundlesAsTheyAre1795651202097 implements MigrationInterface {
  readonly name = 'StoreBundlesAsTheyAre1795651202097';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE chain_event ALTER COLUMN payload SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE chain_event ALTER COLUMN payload SET STORAGE EXTENDED');
  }
}
