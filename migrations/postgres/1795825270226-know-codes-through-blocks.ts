import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last block for which the code of an account is known: above its last change, up to the first missing state diff. */
export class KnowCodesThroughBlocks1795825270226 implements MigrationInterface {
  readonly name = 'KnowCodesThroughBlocks1795825270226';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION code_known_through(account bytea, head int8) RETURNS TABLE (block int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT least(head, coalesce(upper(known.run) - 1, newest.block))
        FROM (SELECT max(block_number) AS block FROM code_change WHERE address = account) newest
        LEFT JOIN LATERAL known_run(newest.block) known ON true
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION code_known_through');
  }
}
