import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Buckets count the holders whose last transfer out, and in, is in them: what was active lately is a sum over buckets. */
export class CountActiveHolders1795824014000 implements MigrationInterface {
  readonly name = 'CountActiveHolders1795824014000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE token_bucket ADD COLUMN senders int4 NOT NULL DEFAULT 0, ADD COLUMN receivers int4 NOT NULL DEFAULT 0',
    );
    for (const [count, last] of [
      ['senders', 'last_sent'],
      ['receivers', 'last_received'],
    ])
      await runner.query(`
        UPDATE token_bucket SET ${count} = holders
        FROM (SELECT token, ${last} / 256 AS bucket, count(*) AS holders FROM token_holder WHERE ${last} IS NOT NULL GROUP BY 1, 2) counted
        WHERE (token_bucket.token, token_bucket.bucket) = (counted.token, counted.bucket)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token_bucket DROP COLUMN senders, DROP COLUMN receivers');
  }
}
