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
    // Unique, so that fills keep them: ingestion itself finds runs by what they read.
    await runner.query(
      "CREATE UNIQUE INDEX tracked_place_slot ON tracked_place (address, slot, run_id) WHERE kind = 's'",
    );
    await runner.query(
      "CREATE UNIQUE INDEX tracked_place_code ON tracked_place (address, run_id) WHERE kind = 'c'",
    );
    await runner.query(
      "CREATE UNIQUE INDEX tracked_place_account ON tracked_place (address, run_id) WHERE kind = 'a'",
    );
    await runner.query(
      'CREATE UNIQUE INDEX tracked_place_run ON tracked_place (run_id, address, kind, slot)',
    );
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
    // The calls whose runs among some blocks read what other blocks changed, with the first of these changes: those that were the last of their
    // calls until then, and those that lack what was changed, from their beginning, because a change also says what was there before. Without the
    // ommers of a block no balance is known there. One search of an index for each change, whatever a planner without statistics believes.
    await runner.query(`
      CREATE FUNCTION affected_runs(first_change int8, last_change int8, first_run int8, last_run int8)
      RETURNS TABLE (contract bytea, data bytea, from_block int8) LANGUAGE sql STABLE
      SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
        WITH affected AS (
          SELECT run_id, min(block_number) AS block_number, bool_or(is_shown) AS is_shown FROM (
            SELECT place.run_id, changed.block_number, is_missing AS is_shown FROM storage_change changed
            CROSS JOIN LATERAL (
              SELECT run_id, is_missing FROM tracked_place
              WHERE address = changed.address AND slot = changed.slot AND kind = 's' OFFSET 0
            ) place
            WHERE changed.block_number BETWEEN first_change AND last_change
            UNION ALL
            SELECT place.run_id, cleared.block_number, is_missing FROM storage_clearing cleared
            CROSS JOIN LATERAL (
              SELECT run_id, is_missing FROM tracked_place WHERE address = cleared.address AND kind = 's' OFFSET 0
            ) place
            WHERE cleared.block_number BETWEEN first_change AND last_change
            UNION ALL
            SELECT place.run_id, changed.block_number, is_missing FROM code_change changed
            CROSS JOIN LATERAL (
              SELECT run_id, is_missing FROM tracked_place WHERE address = changed.address AND kind = 'c' OFFSET 0
            ) place
            WHERE changed.block_number BETWEEN first_change AND last_change
            UNION ALL
            -- A change of a balance shows the one before to nobody.
            SELECT place.run_id, changed.block_number, false FROM (
              SELECT address, block_number FROM account_state WHERE block_number BETWEEN first_change AND last_change
              UNION ALL SELECT address, block_number FROM native_credit WHERE block_number BETWEEN first_change AND last_change
              UNION ALL SELECT receiver, block_number FROM native_move WHERE block_number BETWEEN first_change AND last_change
            ) changed
            CROSS JOIN LATERAL (SELECT run_id FROM tracked_place WHERE address = changed.address AND kind = 'a' OFFSET 0) place
            UNION ALL
            SELECT place.run_id, block_number, false FROM generate_series(first_change, last_change) block_number
            CROSS JOIN LATERAL (SELECT run_id FROM tracked_place WHERE kind = 'a' OFFSET 0) place
            WHERE NOT EXISTS (SELECT FROM coverage WHERE family = 'ommers' AND ranges @> block_number)
          ) read
          GROUP BY run_id
        )
        SELECT run.contract, run.data, min(CASE WHEN affected.is_shown THEN run.since_block ELSE affected.block_number END)
        FROM affected CROSS JOIN LATERAL (SELECT * FROM tracked_run WHERE id = affected.run_id OFFSET 0) run
        WHERE run.since_block BETWEEN first_run AND last_run AND (affected.is_shown OR NOT EXISTS (
          SELECT FROM tracked_run later
          WHERE later.contract = run.contract AND later.data = run.data AND later.since_block > run.since_block
            AND later.since_block <= affected.block_number AND later.since_block <= last_run))
        GROUP BY run.contract, run.data
      $$`);
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
    await runner.query('DROP FUNCTION affected_runs');
    await runner.query('DROP TABLE tracked_answer, tracked_place, tracked_run, tracked_span');
  }
}
