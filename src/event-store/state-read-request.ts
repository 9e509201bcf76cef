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
INSERT INTO pending_read (asker, subject, what, block_number)
SELECT $1, * FROM unnest($2::bytea[], $3::text[], $4::int8[]) ON CONFLICT DO NOTHING`;

const ANSWERED = `
DELETE FROM pending_read USING unnest($2::bytea[], $3::text[], $4::int8[]) WITH ORDINALITY AS answered (subject, what, block_number, place)
WHERE asker = $1 AND pending_read.subject = answered.subject AND pending_read.what = answered.what
  AND pending_read.block_number = answered.block_number
RETURNING place::int4`;

/** A state-read result, with the block at whose end it was read. */
export interface StateReadResultAtBlock extends StateReadResult {
  readonly blockNumber: number;
}

/** Puts questions in the name of a projector; a question it has open already stays one. The answers come to its `record`. */
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
 * The answers to questions of this projector, in their order, which it asks no more from now on. What others asked is not among them, so
 * that nothing depends on who else asks.
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

/** Withdraws the questions about blocks that are gone. */
export async function unwindStateReads(
  tx: PoolClient,
  requester: string,
  from: number,
  to: number,
): Promise<void> {
  await tx.query('DELETE FROM pending_read WHERE asker = $1 AND block_number BETWEEN $2 AND $3', [
    requester,
    from,
    to,
  ]);
}

/** Withdraws all questions of a projector. */
export async function clearStateReads(tx: PoolClient, requester: string): Promise<void> {
  await tx.query('DELETE FROM pending_read WHERE asker = $1', [requester]);
}
