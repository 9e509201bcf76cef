import type { PoolClient } from 'pg';
import type { ReadRecorded } from '../domain/event/chain-event.js';
import type { StateReadResult } from '../domain/event/state-read-result.js';

/** A request of a projector to read the state of an address at the end of a stored block. */
export interface StateReadRequest {
  /** 20 bytes. */
  readonly subject: Buffer;
  /** As `formatStateRead` writes it. */
  readonly what: string;
  readonly blockNumber: number;
}

const ADD = `
INSERT INTO state_read_request_row (requester, subject, what, block_number)
SELECT $1, * FROM unnest($2::bytea[], $3::text[], $4::int8[]) ON CONFLICT DO NOTHING`;

const ANSWERED = `
DELETE FROM state_read_request_row USING unnest($2::bytea[], $3::text[], $4::int8[]) WITH ORDINALITY AS answered (subject, what, block_number, place)
WHERE requester = $1 AND state_read_request_row.subject = answered.subject AND state_read_request_row.what = answered.what
  AND state_read_request_row.block_number = answered.block_number
RETURNING place::int4`;

/** A state-read result, with the block at whose end it was read. */
export interface StateReadResultAtBlock extends StateReadResult {
  readonly blockNumber: number;
}

/** Adds requests of a projector; a pending one is not added again. Results come as `ReadRecorded` events. */
export async function requestStateReads(
  tx: PoolClient,
  requester: string,
  requests: readonly StateReadRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  await tx.query({
    name: 'ask node',
    text: ADD,
    values: [
      requester,
      requests.map(({ subject }) => subject),
      requests.map(({ what }) => what),
      requests.map(({ blockNumber }) => blockNumber),
    ],
  });
}

/**
 * Removes the requests of a projector that have results, and returns these results in order. Results that
 * only other requesters asked for are left out: no projector depends on the requests of another.
 */
export async function takeStateReadResults(
  tx: PoolClient,
  requester: string,
  recorded: readonly ReadRecorded[],
): Promise<StateReadResultAtBlock[]> {
  const answers = recorded.flatMap(({ number, reads }) =>
    reads.map((read) => ({ ...read, blockNumber: number })),
  );
  const { rows } = await tx.query<{ place: number }>({
    name: 'take answers',
    text: ANSWERED,
    values: [
      requester,
      answers.map(({ address }) => address),
      answers.map(({ what }) => what),
      answers.map(({ blockNumber }) => blockNumber),
    ],
  });
  const places = rows.map(({ place }) => place).sort((one, other) => one - other);
  return places.map((place) => answers[place - 1]!);
}

/** Removes a projector's requests at the blocks `from` to `to`, both inclusive. */
export async function unwindStateReads(
  tx: PoolClient,
  requester: string,
  from: number,
  to: number,
): Promise<void> {
  await tx.query(
    'DELETE FROM state_read_request_row WHERE requester = $1 AND block_number BETWEEN $2 AND $3',
    [requester, from, to],
  );
}

/** Removes all requests of a projector. */
export async function clearStateReads(tx: PoolClient, requester: string): Promise<void> {
  await tx.query('DELETE FROM state_read_request_row WHERE requester = $1', [requester]);
}
