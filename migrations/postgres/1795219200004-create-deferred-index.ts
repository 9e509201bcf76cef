import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDeferredIndex1795219200004 implements MigrationInterface {
  readonly name = 'CreateDeferredIndex1795219200004';

  async up(runner: QueryRunner): Promise<void> {
    // Indexes that a long fill does without until its end: src/platform/postgres/read-indexes.ts.
    await runner.query(`
      CREATE TABLE deferred_index (
        name       text PRIMARY KEY,
        -- The statement that makes it, as PostgreSQL wrote it when the index was dropped.
        definition text NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deferred_index');
  }
}
