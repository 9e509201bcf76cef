import type { Pool } from 'pg';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { StateQuestion } from '../../source/execution/state-question.js';

/** A question that the evaluation has put, about a block that stands. */
export interface PendingRead extends StateQuestion {
  readonly number: number;
}

const OLDEST = `
SELECT subject AS address, what, block_number AS number, hash AS "blockHash"
FROM pending_read JOIN canonical_block ON canonical_block.number = pending_read.block_number
ORDER BY block_number, subject, what LIMIT $1`;

/** The oldest questions that are still open. */
export async function pendingReads(pool: Pool, limit: number): Promise<readonly PendingRead[]> {
  const { rows } = await pool.query<PendingRead>({
    name: 'pending reads',
    text: OLDEST,
    values: [limit],
    types: JSON_READY,
  });
  return rows;
}
