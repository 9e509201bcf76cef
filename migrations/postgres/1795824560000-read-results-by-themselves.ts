import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results of reads as a function: united with tables of the coordinator, a cluster sent those to a node for each state. */
export class ReadResultsByThemselves1795824560000 implements MigrationInterface {
  readonly name = 'ReadResultsByThemselves1795824560000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION answered_reads(of_subject bytea, of_what text, from_block int8, to_block int8)
      RETURNS TABLE (block_number int8, output bytea, is_proven boolean) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT block_number, output, is_proven FROM state_read_result
        WHERE subject = of_subject AND what = of_what AND outcome = 'answered' AND block_number BETWEEN from_block AND to_block
      $$`);
    await rewrite(runner, UNITED, BY_THEMSELVES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await rewrite(runner, BY_THEMSELVES, UNITED);
    await runner.query('DROP FUNCTION answered_reads');
  }
}

const UNITED = `SELECT block_number, output, is_proven FROM state_read_result
          WHERE answers IN ('claims', 'all')
            AND subject = of_subject AND what = of_what AND outcome = 'answered' AND block_number BETWEEN from_block AND to_block`;
/** A cluster asks no node where results do not count. */
const BY_THEMSELVES = `SELECT result.* FROM (SELECT 1 WHERE answers IN ('claims', 'all')) count
          CROSS JOIN LATERAL answered_reads(of_subject, of_what, from_block, to_block) result`;

async function rewrite(runner: QueryRunner, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query(
    `SELECT pg_get_functiondef('recorded_state'::regproc) AS definition`,
  );
  if (!definition.includes(before)) throw new Error('recorded_state is not as it was');
  await runner.query(definition.replace(before, () => after));
}
