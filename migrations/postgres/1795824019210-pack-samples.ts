import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holders of a sample are one value of 20 bytes each, and its block takes four bytes. */
export class PackSamples1795824019210 implements MigrationInterface {
  readonly name = 'PackSamples1795824019210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE balance_sample ALTER COLUMN block_number TYPE int4,
        ALTER COLUMN holders TYPE bytea USING decode(replace(array_to_string(holders::text[], ''), '\\x', ''), 'hex')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION holders_of(packed bytea) RETURNS bytea[] LANGUAGE sql IMMUTABLE AS $$
        SELECT coalesce(array_agg(substr(packed, at, 20) ORDER BY at), '{}') FROM generate_series(1, length(packed), 20) at
      $$`);
    await runner.query(`
      ALTER TABLE balance_sample ALTER COLUMN block_number TYPE int8, ALTER COLUMN holders TYPE bytea[] USING holders_of(holders)`);
    await runner.query('DROP FUNCTION holders_of');
  }
}
