import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Before this position of the log a reader that folds it again does not have all of its rows, however near it is to the end. */
export class KnowWholeReaders1795824980000 implements MigrationInterface {
  readonly name = 'KnowWholeReaders1795824980000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkpoint ADD COLUMN whole_from bigint DEFAULT 0 NOT NULL');
    await runner.query(
      'UPDATE checkpoint SET whole_from = (SELECT coalesce(max(position), 0) FROM chain_event) WHERE position < 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkpoint DROP COLUMN whole_from');
  }
}
