import type { PoolClient } from 'pg';

const CLAIM_TABLES = ['fact_event_row', 'proof_segment', 'undecided_interval', 'claim_coverage'];

/** Deletes all claims of a definition set. */
export async function deleteClaims(tx: PoolClient, set: number): Promise<void> {
  for (const table of CLAIM_TABLES) await tx.query(`DELETE FROM ${table} WHERE definition_set = $1`, [set]);
}
