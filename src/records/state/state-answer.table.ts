import type { PoolClient } from 'pg';
import type { ReadRecorded } from '../../domain/event/chain-event.js';
import { formatStateRead, isReadOnRequest, parseStateRead } from '../../domain/event/state-read.js';
import { takeStateReadResults } from '../../event-store/state-read-request.js';

/** Requester of the reads that API requests need. */
export const STATE_REQUESTER = 'state';

/**
 * Of answers about one place and block, a proven one counts first, then one with a value, then the latest.
 */
const ADD = `
INSERT INTO state_answer (subject, what, block_number, output, is_proven)
SELECT DISTINCT ON (subject, what, block_number) subject, what, block_number, output, is_proven
FROM unnest($1::bytea[], $2::text[], $3::int8[], $4::bytea[], $5::boolean[]) WITH ORDINALITY
  AS given (subject, what, block_number, output, is_proven, place)
ORDER BY subject, what, block_number, is_proven DESC, output IS NULL, place DESC
ON CONFLICT (subject, what, block_number) DO UPDATE SET output = excluded.output, is_proven = excluded.is_proven
WHERE excluded.is_proven OR (NOT state_answer.is_proven AND (excluded.output IS NOT NULL OR state_answer.output IS NULL))`;

/** Stores the results of reads that API requests needed; results of other reads are left out. */
export async function addStateAnswers(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<void> {
  const given = recorded.flatMap(({ number, reads }) =>
    reads
      .filter(({ what }) => isReadOnRequest(what))
      .map((read) => ({ ...read, what: formatStateRead(parseStateRead(read.what)), blockNumber: number })),
  );
  if (given.length === 0) return;
  await takeStateReadResults(tx, STATE_REQUESTER, recorded);
  await tx.query({
    name: 'add state answers',
    text: ADD,
    values: [
      given.map(({ address }) => address),
      given.map(({ what }) => what),
      given.map(({ blockNumber }) => blockNumber),
      given.map(({ outcome, output }) => (outcome === 'answered' ? output : null)),
      given.map(({ isProven }) => isProven ?? false),
    ],
  });
}
