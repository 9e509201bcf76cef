import type { PoolClient } from 'pg';

/**
 * One code read for each address with facts in a range that does not begin with the chain, unless its code is known there or requested
 * already.
 */
const ADD = `
WITH run AS MATERIALIZED (
  SELECT run FROM evaluated_range, unnest(ranges) run WHERE records = 'state_diff' AND lower(run) > $1
), touched AS MATERIALIZED (
  SELECT subject, run, bool_or(source = ANY(ARRAY(SELECT id FROM fact_source WHERE text LIKE '{"kind":"code"%'))) AS has_code
  FROM run JOIN fact ON block_number BETWEEN lower(run) AND upper(run) - 1 GROUP BY subject, run
)
INSERT INTO state_read_request_row (requester, subject, what, block_number)
SELECT 'evaluation', touched.subject, 'code', upper(run) - 1
FROM touched LEFT JOIN state_read_request_row known
  ON requester = 'evaluation' AND known.subject = touched.subject AND known.what = 'code' AND run @> known.block_number
WHERE NOT has_code AND known.subject IS NULL
ON CONFLICT DO NOTHING`;

const SETTLE = 'INSERT INTO initial_states_requested DEFAULT VALUES ON CONFLICT DO NOTHING';

/** Whether `requestInitialStates` has run: for what was stored before, nobody had requested the code. */
export async function areInitialStatesRequested(tx: PoolClient): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM initial_states_requested');
  return rowCount !== 0;
}

/** Requests the code of all stored addresses, once. Returns the number of requests. */
export async function requestInitialStates(tx: PoolClient, firstBlock: number): Promise<number> {
  const { rowCount } = await tx.query(ADD, [firstBlock]);
  await tx.query(SETTLE);
  return rowCount ?? 0;
}
