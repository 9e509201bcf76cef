import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs of view calls that ingestion keeps up to date, and what each of them read. The projection folds the log into it. */
export class CreateTracking1795651201100 implements MigrationInterface {
  readonly name = 'CreateTracking1795651201100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Consecutive blocks, all of one fork, in which runs are kept up to date; spans that touch are one, unless the fork differs.
      CREATE TABLE tracked_span (
        first_block int8 PRIMARY KEY,
        last_block  int8 NOT NULL
      )`);
    await runner.query(`
      -- The result of a call from a block until the next run of the same call, or until its span ends.
      CREATE TABLE tracked_run (
        id          int8 GENERATED ALWAYS AS IDENTITY,
        contract    bytea NOT NULL,
        -- Call data.
        data        bytea NOT NULL,
        since_block int8 NOT NULL,
        -- returned, reverted; volatile: good for its block alone; missing: something that it read is not known; left: to be run on request.
        outcome     text NOT NULL,
        -- Empty unless it returned or reverted.
        output      bytea NOT NULL,
        -- What it read was known thanks to blocks up to this one: if they are replaced, it runs again. Null: to none above its own.
        known_by    int8,
        PRIMARY KEY (contract, data, since_block)
      )`);
    await runner.query('CREATE UNIQUE INDEX tracked_run_id ON tracked_run (id)');
    await runner.query('CREATE INDEX tracked_run_known ON tracked_run (known_by)');
    await runner.query('CREATE INDEX tracked_run_since ON tracked_run (since_block)');
    await runner.query(`
      CREATE TABLE tracked_place (
        address    bytea NOT NULL,
        -- s: slot, c: code, a: balance and nonce.
        kind       "char" NOT NULL,
        -- Without leading zeros; empty for the other kinds.
        slot       bytea NOT NULL,
        run_id     int8 NOT NULL,
        -- The run ended there: its value is not known.
        is_missing boolean NOT NULL
      )`);
    await runner.query('CREATE INDEX tracked_place_place ON tracked_place (address, slot, kind)');
    await runner.query('CREATE INDEX tracked_place_run ON tracked_place (run_id)');
    await runner.query(`
      -- What nodes said of state that tracked runs read.
      CREATE TABLE tracked_answer (
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
    await runner.query('CREATE INDEX tracked_answer_block ON tracked_answer (block_number)');
    await runner.query('DROP FUNCTION recorded_state');
    // The best recorded answer about a place in these blocks, from which nothing wrote it: proven before attested before not available.
    // Answers are those that claims rest on, or those of tracked runs, or all.
    await runner.query(`
      CREATE FUNCTION recorded_state(of_subject bytea, of_what text, answers text, from_block int8, to_block int8)
      RETURNS TABLE (block_number int8, output bytea, is_proven boolean) LANGUAGE sql STABLE AS $$
        SELECT block_number, output, is_proven FROM (
          SELECT block_number, output, is_proven FROM state_read_result
          WHERE answers IN ('claims', 'all')
            AND subject = of_subject AND what = of_what AND outcome = 'answered' AND block_number BETWEEN from_block AND to_block
          UNION ALL
          SELECT block_number, output, is_proven FROM tracked_answer
          WHERE answers IN ('tracked', 'all') AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
          UNION ALL
          SELECT block_number, output, is_proven FROM state_answer
          WHERE answers = 'all' AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
        ) recorded
        ORDER BY output IS NULL, is_proven DESC, CASE WHEN output IS NULL THEN -block_number ELSE block_number END LIMIT 1
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION recorded_state');
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
    await runner.query('DROP TABLE tracked_answer, tracked_place, tracked_run, tracked_span');
  }
}
