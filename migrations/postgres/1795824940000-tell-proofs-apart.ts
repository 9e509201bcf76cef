import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two proofs of other values, and no stored write between them: a node left that write out, and the first proof counted for good. */
export class TellProofsApart1795824940000 implements MigrationInterface {
  readonly name = 'TellProofsApart1795824940000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION recorded_state');
    await runner.query(`
      CREATE FUNCTION recorded_state(of_subject bytea, of_what text, answers text, from_block int8, to_block int8)
      RETURNS TABLE (block_number int8, output bytea, is_proven boolean, is_contradicted boolean) LANGUAGE sql STABLE AS $$
        WITH recorded AS (${RECORDED})
        SELECT best.*, best.is_proven AND EXISTS (SELECT FROM recorded other WHERE other.is_proven AND other.output <> best.output)
        FROM (SELECT * FROM recorded ${IN_ORDER} LIMIT 1) best
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION recorded_state');
    await runner.query(`
      CREATE FUNCTION recorded_state(of_subject bytea, of_what text, answers text, from_block int8, to_block int8)
      RETURNS TABLE (block_number int8, output bytea, is_proven boolean) LANGUAGE sql STABLE AS $$
        SELECT block_number, output, is_proven FROM (${RECORDED}) recorded
        ${IN_ORDER} LIMIT 1
      $$`);
  }
}

const RECORDED = `
          SELECT result.* FROM (SELECT 1 WHERE answers IN ('claims', 'all')) count
          CROSS JOIN LATERAL answered_reads(of_subject, of_what, from_block, to_block) result
          UNION ALL
          SELECT block_number, output, is_proven FROM tracked_answer
          WHERE answers IN ('tracked', 'all') AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
          UNION ALL
          SELECT block_number, output, is_proven FROM state_answer
          WHERE answers = 'all' AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
        `;
const IN_ORDER =
  'ORDER BY output IS NULL, is_proven DESC, CASE WHEN output IS NULL THEN -block_number ELSE block_number END';
