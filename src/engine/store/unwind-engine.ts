import type { PoolClient } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

const DELETE_FACTS = `
DELETE FROM fact WHERE block_number BETWEEN $1 AND $2 RETURNING CASE WHEN is_initial OR source = ANY($3) THEN subject END AS affected`;

const DELETE_READS = `
DELETE FROM state_read_request_row WHERE requester = 'evaluation' AND block_number BETWEEN $1 AND $2
RETURNING CASE WHEN what NOT LIKE '0x%' THEN subject END AS affected`;

/** Values at the end of the last remaining block apply again; fact events record that. The events that segments began with stay, as rows. */
const REMOVE = `
WITH gone AS (
  DELETE FROM proof_segment WHERE definition_set = $1 AND start_block BETWEEN $2 AND $3
  RETURNING position, definition_set, start_block, interval_start, subject, definition, object, proof_hash
), begun AS (
  INSERT INTO fact_event_row (position, definition_set, kind, block_number, subject, definition, object, proof_hash)
  SELECT position, definition_set, CASE WHEN start_block = interval_start THEN 'proven' ELSE 'superseded' END, start_block, subject,
         definition, object, proof_hash
  FROM gone
  ON CONFLICT DO NOTHING
)
INSERT INTO fact_event_row (position, definition_set, kind, block_number, subject, definition, object, proof_hash)
SELECT $4 + row_number() OVER (ORDER BY start_block DESC, subject, definition, object),
       $1, 'lapsed', start_block, subject, definition, object, NULL
FROM gone`;

const REOPEN = `
WITH again AS (
  UPDATE proof_segment SET end_block = NULL
  WHERE definition_set = $1 AND end_block BETWEEN $2 - 1 AND $3 AND start_block < $2
  RETURNING subject, definition, object, start_block, interval_start, proof_hash
)
INSERT INTO fact_event_row (position, definition_set, kind, block_number, subject, definition, object, proof_hash)
SELECT $4 + row_number() OVER (ORDER BY start_block, subject, definition, object),
       $1, CASE WHEN start_block = interval_start THEN 'proven' ELSE 'superseded' END,
       start_block, subject, definition, object, proof_hash
FROM again`;

/** Returns the addresses whose initial states came from the removed blocks, or were to be read at them. */
export async function unwindEngine(
  tx: PoolClient,
  set: number,
  codeSources: readonly number[],
  from: number,
  to: number,
): Promise<readonly Address[]> {
  const deleteRows = async (text: string, values: readonly unknown[]): Promise<readonly Address[]> => {
    const { rows } = await tx.query<{ affected: Address | null }>({
      text,
      values: [...values],
      types: JSON_READY,
    });
    return rows.flatMap(({ affected }) => affected ?? []);
  };
  const affected = await deleteRows(DELETE_FACTS, [from, to, codeSources]);
  const unasked = await deleteRows(DELETE_READS, [from, to]);
  await tx.query('DELETE FROM initial_state_touch WHERE block_number BETWEEN $1 AND $2', [from, to]);
  // Read in a statement of its own: a cluster deletes before it reads.
  await tx.query(REMOVE, [set, from, to, await lastFactEvent(tx)]);
  await tx.query(REOPEN, [set, from, to, await lastFactEvent(tx)]);
  await tx.query(
    'DELETE FROM undecided_interval WHERE definition_set = $1 AND start_block BETWEEN $2 AND $3',
    [set, from, to],
  );
  await tx.query(
    `UPDATE undecided_interval SET end_block = NULL
     WHERE definition_set = $1 AND end_block BETWEEN $2 - 1 AND $3 AND start_block < $2`,
    [set, from, to],
  );
  return [...new Set([...affected, ...unasked])];
}

async function lastFactEvent(tx: PoolClient): Promise<number> {
  const { rows } = await tx.query<{ position: number }>({
    text: 'SELECT position FROM last_fact_event()',
    types: JSON_READY,
  });
  return rows[0]!.position;
}
