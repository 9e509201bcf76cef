import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tracked calls have numbers, which places of their runs carry. So a change finds the calls that read a place, and of each its last run, without
 * its earlier ones.
 */
export class NumberTrackedCalls1795824950000 implements MigrationInterface {
  readonly name = 'NumberTrackedCalls1795824950000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(OF_KINDS).join(', ')}`);
    await runner.query('CREATE SEQUENCE tracked_call AS int4');
    await runner.query('ALTER TABLE tracked_run ADD COLUMN call int4');
    await runner.query('ALTER TABLE tracked_place ADD COLUMN call int4');
    await runner.query(`
      UPDATE tracked_run run SET call = numbered.call
      FROM (SELECT id, dense_rank() OVER (ORDER BY contract, data) AS call FROM tracked_run) numbered WHERE numbered.id = run.id`);
    await runner.query('UPDATE tracked_place SET call = run.call FROM tracked_run run WHERE run.id = run_id');
    await runner.query(
      `SELECT setval('tracked_call', (SELECT coalesce(max(call), 0) + 1 FROM tracked_run), false)`,
    );
    await runner.query('ALTER TABLE tracked_run ALTER COLUMN call SET NOT NULL');
    await runner.query('ALTER TABLE tracked_place ALTER COLUMN call SET NOT NULL');
    for (const [name, key] of Object.entries(OF_CALLS))
      await runner.query(`CREATE INDEX ${name} ON tracked_place ${key}`);
    await runner.query(affectedRuns(BY_CALL, ' SET enable_bitmapscan = off SET enable_sort = off'));
  }

  async down(runner: QueryRunner): Promise<void> {
    // Later settings of the function would stay.
    await runner.query('DROP FUNCTION affected_runs');
    await runner.query(affectedRuns(BY_RUN));
    await runner.query(`DROP INDEX ${Object.keys(OF_CALLS).join(', ')}`);
    await runner.query('ALTER TABLE tracked_place DROP COLUMN call');
    await runner.query('ALTER TABLE tracked_run DROP COLUMN call');
    await runner.query('DROP SEQUENCE tracked_call');
    for (const [name, key] of Object.entries(OF_KINDS))
      await runner.query(`CREATE INDEX ${name} ON tracked_place ${key}`);
  }
}

const OF_KINDS = {
  tracked_place_slot_lookup: "(address, slot) WHERE kind = 's'",
  tracked_place_code_lookup: "(address) WHERE kind = 'c'",
  tracked_place_account_lookup: "(address) WHERE kind = 'a'",
};

/** Most places are codes, and each code that proxies share has many readers: an entry of a hash is a third shorter. */
const OF_CALLS = {
  tracked_place_lookup: "(kind, address, slot, call, is_missing) WHERE kind <> 'c'",
  tracked_place_code_lookup: "(hashbyteaextended(address, 0), call, is_missing) WHERE kind = 'c'",
};

/** The planner has no statistics at first: each step is one search of an index, whatever it believes. */
const affectedRuns = (body: string, settings = ''): string => `
      CREATE OR REPLACE FUNCTION affected_runs(first_change int8, last_change int8, first_run int8, last_run int8)
      RETURNS TABLE (contract bytea, data bytea, from_block int8) LANGUAGE sql STABLE
      SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off${settings} AS $$${body}$$`;

/**
 * The calls whose runs among some blocks read what other blocks changed, with the first of these changes: those that were the last of their calls
 * until then, or are newer, and those that lack what was changed, from their beginning, because a change also says what was there before.
 */
const BY_CALL = `
        WITH RECURSIVE changed AS (
          -- Hardly any slot is read: the others go no further.
          SELECT written.address, 's'::"char" AS kind, written.slot, min(written.block_number) AS block_number
          FROM slots_changed_in(first_change, last_change) written
          WHERE EXISTS (
            SELECT FROM tracked_place place WHERE place.kind = 's' AND place.address = written.address AND place.slot = written.slot OFFSET 0)
          GROUP BY written.address, written.slot
          UNION ALL
          SELECT cleared.address, 's', one.slot, cleared.block_number FROM (
            SELECT address, min(block_number) AS block_number FROM storage_clearing
            WHERE block_number BETWEEN first_change AND last_change GROUP BY address
          ) cleared
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.slot FROM tracked_place place WHERE place.kind = 's' AND place.address = cleared.address ORDER BY place.slot LIMIT 1)
              UNION ALL
              SELECT next.slot FROM walked CROSS JOIN LATERAL (
                SELECT place.slot FROM tracked_place place
                WHERE place.kind = 's' AND place.address = cleared.address AND place.slot > walked.slot ORDER BY place.slot LIMIT 1
              ) next
            )
            SELECT walked.slot FROM walked
          ) one
          UNION ALL
          SELECT held.address, 'a', '', min(held.block_number) FROM (
            SELECT address, block_number FROM accounts_changed_in(first_change, last_change)
            UNION ALL SELECT receiver, block_number FROM native_move WHERE block_number BETWEEN first_change AND last_change
          ) held
          WHERE EXISTS (SELECT FROM tracked_place place WHERE place.kind = 'a' AND place.address = held.address OFFSET 0)
          GROUP BY held.address
          UNION ALL
          -- Without the ommers of a block no balance is known there.
          SELECT one.address, 'a', '', unknown.block_number FROM (
            SELECT min(number) AS block_number FROM generate_series(first_change, last_change) number
            WHERE NOT EXISTS (SELECT FROM coverage WHERE family = 'ommers' AND ranges @> number)
          ) unknown
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.address FROM tracked_place place WHERE place.kind = 'a' AND unknown.block_number IS NOT NULL
               ORDER BY place.address LIMIT 1)
              UNION ALL
              SELECT next.address FROM walked CROSS JOIN LATERAL (
                SELECT place.address FROM tracked_place place
                WHERE place.kind = 'a' AND place.address > walked.address ORDER BY place.address LIMIT 1
              ) next
            )
            SELECT walked.address FROM walked
          ) one
        ),
        coded AS (
          SELECT address, min(block_number) AS block_number FROM code_change
          WHERE block_number BETWEEN first_change AND last_change GROUP BY address
        ),
        -- Each call that ever read a place, by one of its runs.
        reader AS (
          SELECT run.contract, run.data, one.call, changed.kind, changed.address, changed.slot, changed.block_number FROM changed
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.call, place.run_id FROM tracked_place place
               WHERE place.kind <> 'c' AND place.kind = changed.kind AND place.address = changed.address AND place.slot = changed.slot
               ORDER BY place.call LIMIT 1)
              UNION ALL
              SELECT next.call, next.run_id FROM walked CROSS JOIN LATERAL (
                SELECT place.call, place.run_id FROM tracked_place place
                WHERE place.kind <> 'c' AND place.kind = changed.kind AND place.address = changed.address AND place.slot = changed.slot
                  AND place.call > walked.call
                ORDER BY place.call LIMIT 1
              ) next
            )
            SELECT walked.call, walked.run_id FROM walked
          ) one
          CROSS JOIN LATERAL (SELECT run.contract, run.data FROM tracked_run run WHERE run.id = one.run_id OFFSET 0) run
          UNION ALL
          -- Codes of one hash are told apart below.
          SELECT run.contract, run.data, one.call, 'c', coded.address, '', coded.block_number FROM coded
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.call, place.run_id FROM tracked_place place
               WHERE place.kind = 'c' AND hashbyteaextended(place.address, 0) = hashbyteaextended(coded.address, 0)
               ORDER BY place.call LIMIT 1)
              UNION ALL
              SELECT next.call, next.run_id FROM walked CROSS JOIN LATERAL (
                SELECT place.call, place.run_id FROM tracked_place place
                WHERE place.kind = 'c' AND hashbyteaextended(place.address, 0) = hashbyteaextended(coded.address, 0)
                  AND place.call > walked.call
                ORDER BY place.call LIMIT 1
              ) next
            )
            SELECT walked.call, walked.run_id FROM walked
          ) one
          CROSS JOIN LATERAL (SELECT run.contract, run.data FROM tracked_run run WHERE run.id = one.run_id OFFSET 0) run
          UNION ALL
          -- No row says that a run reads the code of its contract.
          SELECT coded.address, one.data, NULL, 'c', coded.address, '', coded.block_number FROM coded
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT run.data FROM tracked_run run WHERE run.contract = coded.address ORDER BY run.data LIMIT 1)
              UNION ALL
              SELECT next.data FROM walked CROSS JOIN LATERAL (
                SELECT run.data FROM tracked_run run WHERE run.contract = coded.address AND run.data > walked.data ORDER BY run.data LIMIT 1
              ) next
            )
            SELECT walked.data FROM walked
          ) one
        ),
        affected AS (
          SELECT reader.contract, reader.data, read.since_block, min(reader.block_number) AS block_number, bool_or(read.is_shown) AS is_shown
          FROM reader CROSS JOIN LATERAL (
            SELECT run.since_block, false AS is_shown FROM (
              (SELECT last.id, last.since_block FROM tracked_run last
               WHERE last.contract = reader.contract AND last.data = reader.data
                 AND last.since_block BETWEEN first_run AND least(reader.block_number, last_run)
               ORDER BY last.since_block DESC LIMIT 1)
              UNION ALL
              SELECT newer.id, newer.since_block FROM tracked_run newer
              WHERE newer.contract = reader.contract AND newer.data = reader.data
                AND newer.since_block > reader.block_number AND newer.since_block BETWEEN first_run AND last_run
            ) run
            WHERE reader.call IS NULL OR EXISTS (
              SELECT FROM (
                SELECT place.kind, place.address, place.slot FROM tracked_place place WHERE place.run_id = run.id OFFSET 0
              ) place
              WHERE place.kind = reader.kind AND place.address = reader.address AND place.slot = reader.slot)
            UNION ALL
            SELECT run.since_block, true FROM (
              -- A change of a balance shows the one before to nobody.
              SELECT place.run_id FROM tracked_place place
              WHERE reader.kind = 's' AND place.kind = 's' AND place.address = reader.address AND place.slot = reader.slot
                AND place.call = reader.call AND place.is_missing
              UNION ALL
              SELECT place.run_id FROM tracked_place place
              WHERE reader.kind = 'c' AND place.kind = 'c' AND hashbyteaextended(place.address, 0) = hashbyteaextended(reader.address, 0)
                AND place.address = reader.address AND place.call = reader.call AND place.is_missing
            ) lacking
            CROSS JOIN LATERAL (SELECT run.since_block FROM tracked_run run WHERE run.id = lacking.run_id OFFSET 0) run
            WHERE run.since_block BETWEEN first_run AND last_run
          ) read
          GROUP BY reader.contract, reader.data, read.since_block
        )
        SELECT affected.contract, affected.data,
               min(CASE WHEN affected.is_shown THEN affected.since_block ELSE affected.block_number END)
        FROM affected GROUP BY affected.contract, affected.data
      `;

const BY_RUN = `
        WITH affected AS (
          SELECT run_id, min(block_number) AS block_number, bool_or(is_shown) AS is_shown FROM (
            SELECT place.run_id, changed.block_number, is_missing AS is_shown FROM slots_changed_in(first_change, last_change) changed
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
              SELECT run_id, is_missing FROM tracked_read WHERE address = changed.address AND kind = 'c' OFFSET 0
            ) place
            WHERE changed.block_number BETWEEN first_change AND last_change
            UNION ALL
            -- A change of a balance shows the one before to nobody.
            SELECT place.run_id, changed.block_number, false FROM (
              SELECT address, block_number FROM accounts_changed_in(first_change, last_change)
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
      `;
