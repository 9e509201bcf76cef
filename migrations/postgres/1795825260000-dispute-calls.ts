import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tracked calls in which the two interpreters disagreed. */
export class DisputeCalls1795825260000 implements MigrationInterface {
  readonly name = 'DisputeCalls1795825260000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tracked_dispute (
        contract bytea NOT NULL,
        data bytea NOT NULL,
        block_number bigint NOT NULL,
        reference bytea NOT NULL,
        PRIMARY KEY (contract, data, block_number)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tracked_dispute');
  }
}
