/** `affected_runs` by its definition: considers every run that read a changed place and was the last of its call until then. */
export const AFFECTED_BY_RUN = `
      CREATE FUNCTION affected_by_run(first_change int8, last_change int8, first_run int8, last_run int8)
      RETURNS TABLE (contract bytea, data bytea, from_block int8) LANGUAGE sql STABLE
      SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
      $$`;

/** The runs that end where the ommers before a first change are unknown, derived from every run that read an account. */
export const AFFECTED_BY_UNKNOWN_OMMERS = `
SELECT run.contract, run.data, $1::int8 AS from_block FROM (
  SELECT DISTINCT run_id FROM tracked_place
  WHERE kind = 'a' AND NOT EXISTS (SELECT FROM coverage WHERE family = 'ommers' AND ranges @> $1::int8 - 1)
) read JOIN tracked_run run ON id = run_id
WHERE since_block BETWEEN $2 AND $3 AND since_block < $1 AND NOT EXISTS (
  SELECT FROM tracked_run later
  WHERE later.contract = run.contract AND later.data = run.data AND later.since_block > run.since_block
    AND later.since_block < $1 AND later.since_block <= $3)`;
