import type { PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { ReadRecorded } from '../../domain/event/chain-event.js';
import type { StateReadResultAtBlock } from '../../event-store/state-read-request.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** The requester of the evaluation's reads. */
export const REQUESTER = 'evaluation';

/**
 * A result for an initial state answers the request for it, at whichever block of the range: ranges may have
 * been joined since the request. Where blocks also have call frames, their run may be shorter, and the
 * request may be for that run alone: a result of blocks outside it leaves the request open.
 */
const TAKE = `
WITH answered AS (
  SELECT * FROM unnest($1::bytea[], $2::text[], $3::int8[]) WITH ORDINALITY AS given (subject, what, block_number, place)
), in_range AS (
  SELECT answered.*, run FROM answered
  JOIN evaluated_range ON records = 'state_diff'
  JOIN LATERAL unnest(ranges) run ON run @> answered.block_number
  WHERE what NOT LIKE '0x%'
), taken AS (
  DELETE FROM state_read_request_row USING answered
  WHERE requester = 'evaluation' AND (state_read_request_row.subject, state_read_request_row.what, state_read_request_row.block_number)
      = (answered.subject, answered.what, answered.block_number)
  RETURNING place
), taken_in_range AS (
  DELETE FROM state_read_request_row request USING in_range
  WHERE requester = 'evaluation' AND (request.subject, request.what) = (in_range.subject, in_range.what)
    AND run @> request.block_number AND request.block_number <> in_range.block_number
    AND NOT EXISTS (
      SELECT FROM evaluated_range WHERE records = 'frames state_diff' AND ranges @> request.block_number
        AND NOT ranges @> int8range(least(request.block_number, in_range.block_number), greatest(request.block_number, in_range.block_number), '[]'))
)
SELECT place::int4 FROM taken
UNION SELECT place::int4 FROM in_range JOIN state_read_request_row request
  ON requester = 'evaluation' AND (request.subject, request.what) = (in_range.subject, in_range.what) AND run @> request.block_number
UNION SELECT place::int4 FROM in_range JOIN state_read_result known
  ON (known.subject, known.what) = (in_range.subject, in_range.what) AND outcome = 'unavailable' AND run @> known.block_number
ORDER BY place`;

const ADD = `
INSERT INTO state_read_result (subject, what, block_number, outcome, output, is_proven)
SELECT * FROM unnest($1::bytea[], $2::text[], $3::int8[], $4::text[], $5::bytea[], $6::boolean[]) ON CONFLICT DO NOTHING
RETURNING subject, what, block_number AS block`;

/** Stores the results that the evaluation requested and returns them. Results of other requesters are left out. */
export async function storeReads(
  tx: PoolClient,
  recorded: readonly ReadRecorded[],
): Promise<StateReadResultAtBlock[]> {
  const given = recorded.flatMap(({ number, reads }) =>
    reads.map((read) => ({ ...read, blockNumber: number })),
  );
  const { rows } = await tx.query<{ place: number }>({
    name: 'take answers to the evaluation',
    text: TAKE,
    values: [
      given.map(({ address }) => address),
      given.map(({ what }) => what),
      given.map(({ blockNumber }) => blockNumber),
    ],
  });
  const answers = rows.map(({ place }) => given[place - 1]!);
  const added = await tx.query<{ subject: Address; what: string; block: number }>({
    name: 'add recorded reads',
    text: ADD,
    values: [
      answers.map(({ address }) => address),
      answers.map(({ what }) => what),
      answers.map(({ blockNumber }) => blockNumber),
      answers.map(({ outcome }) => outcome),
      answers.map(({ outcome, output }) => (outcome === 'answered' ? output : null)),
      answers.map(({ isProven }) => isProven ?? false),
    ],
    types: JSON_READY,
  });
  // Known results are not stored twice.
  const news = new Set(added.rows.map(({ subject, what, block }) => `${subject} ${what} ${block}`));
  return answers.filter(({ address, what, blockNumber }) =>
    news.has(`${toHex(address)} ${what} ${blockNumber}`),
  );
}

/** Answers about blocks that are gone are void. */
export async function unwindReads(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query('DELETE FROM state_read_result WHERE block_number BETWEEN $1 AND $2', [from, to]);
}
