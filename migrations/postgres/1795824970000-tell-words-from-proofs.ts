import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A proof of another value than a node gave its word for at another block, and no stored write between them: the word may be true, and a write
 * left out. Words on behalf of requests do not count.
 */
export class TellWordsFromProofs1795824970000 implements MigrationInterface {
  readonly name = 'TellWordsFromProofs1795824970000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      functionBy(`(other.is_proven OR NOT other.is_requested AND NOT EXISTS (
            SELECT FROM recorded proof WHERE proof.is_proven AND proof.block_number = other.block_number))`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(functionBy('other.is_proven'));
  }
}

/** @param counts whether another answer contradicts the best one where it differs */
const functionBy = (counts: string): string => `
      CREATE OR REPLACE FUNCTION recorded_state(of_subject bytea, of_what text, answers text, from_block int8, to_block int8)
      RETURNS TABLE (block_number int8, output bytea, is_proven boolean, is_contradicted boolean) LANGUAGE sql STABLE AS $$
        WITH recorded AS (
          SELECT result.*, false AS is_requested FROM (SELECT 1 WHERE answers IN ('claims', 'all')) count
          CROSS JOIN LATERAL answered_reads(of_subject, of_what, from_block, to_block) result
          UNION ALL
          SELECT block_number, output, is_proven, false FROM tracked_answer
          WHERE answers IN ('tracked', 'all') AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
          UNION ALL
          SELECT block_number, output, is_proven, true FROM state_answer
          WHERE answers = 'all' AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
        )
        SELECT best.block_number, best.output, best.is_proven,
          best.is_proven AND EXISTS (SELECT FROM recorded other WHERE other.output <> best.output AND ${counts})
        FROM (
          SELECT * FROM recorded
          ORDER BY output IS NULL, is_proven DESC, CASE WHEN output IS NULL THEN -block_number ELSE block_number END LIMIT 1
        ) best
      $$`;
