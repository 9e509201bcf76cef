import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What nodes said of state on behalf of requests; claims never read it. */
export class CreateStateAnswers1795651201000 implements MigrationInterface {
  readonly name = 'CreateStateAnswers1795651201000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE state_answer (
        subject      bytea NOT NULL,
        -- code, balance, nonce, or slot: and the slot.
        what         text NOT NULL,
        -- At whose end it was read.
        block_number int8 NOT NULL,
        -- Null where no node has the state of the block.
        output       bytea,
        is_proven    boolean NOT NULL,
        PRIMARY KEY (subject, what, block_number)
      )`);
    // The best recorded answer about a place in these blocks, from which nothing wrote it: proven before attested before not available.
    await runner.query(`
      CREATE FUNCTION recorded_state(of_subject bytea, of_what text, with_requested boolean, from_block int8, to_block int8)
      RETURNS TABLE (block_number int8, output bytea, is_proven boolean) LANGUAGE sql STABLE AS $$
        SELECT block_number, output, is_proven FROM (
          SELECT block_number, output, is_proven FROM state_read_result
          WHERE subject = of_subject AND what = of_what AND outcome = 'answered' AND block_number BETWEEN from_block AND to_block
          UNION ALL
          SELECT block_number, output, is_proven FROM state_answer
          WHERE with_requested AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
        ) recorded
        ORDER BY output IS NULL, is_proven DESC, CASE WHEN output IS NULL THEN -block_number ELSE block_number END LIMIT 1
      $$`);
    await runner.query('CREATE INDEX state_answer_block ON state_answer (block_number)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION recorded_state');
    await runner.query('DROP TABLE state_answer');
  }
}
