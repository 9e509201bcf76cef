import type { Pool } from 'pg';
import type { AnchoredStateRead } from '../../node/execution/anchored-state-read.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** A requested read of a canonical block. */
export interface PendingStateRead extends AnchoredStateRead {
  readonly number: number;
}

const oldest = (requests: string, isRequester: string): string => `
SELECT DISTINCT subject AS address, what, block_number AS number, canonical_block.hash AS "blockHash", state_root AS "stateRoot"
FROM ${requests} JOIN canonical_block ON canonical_block.number = block_number
JOIN block USING (number, hash)
WHERE block_number >= $2::int8 AND (block_number, subject, what) > ($2::int8, $3::bytea, $4::text) AND ($5::text IS NULL OR ${isRequester})
ORDER BY number, address, what LIMIT $1`;

/** The oldest of each table, so that no statement sorts all that is open. */
const OLDEST = `
(${oldest('state_read_request_row', 'requester = $5')})
UNION (${oldest('token_read_request', "$5 = 'token'")})
ORDER BY number, address, what LIMIT $1`;

/** The oldest open questions, in the order of blocks: those after `after` and of `requester`, if given. */
export async function pendingReads(
  pool: Pool,
  limit: number,
  after?: PendingStateRead,
  requester?: string,
): Promise<readonly PendingStateRead[]> {
  const subject = Buffer.from(after?.address.slice(2) ?? '', 'hex');
  const { rows } = await pool.query<PendingStateRead>({
    name: 'pending reads',
    text: OLDEST,
    values: [limit, after?.number ?? -1, subject, after?.what ?? '', requester ?? null],
    types: JSON_READY,
  });
  return rows;
}

/** How many questions are open. */
export async function pendingReadCount(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(DISTINCT (block_number, subject, what))::int8 AS count FROM state_read_request',
  );
  return Number(rows[0]!.count);
}
