import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { RequestedRead, Touch } from '../model/engine-store.js';

/** The initial state of a source is requested once for each range, at any of its blocks. */
const ADD_STATE_READS = `
INSERT INTO state_read_request_row (requester, subject, what, block_number)
SELECT 'evaluation', subject, what, block_number
FROM unnest($1::bytea[], $2::text[], $3::int8[], $4::int8[]) AS want (subject, what, block_number, opened_at)
WHERE opened_at IS NULL OR NOT EXISTS (
  SELECT FROM state_read_request_row known
  WHERE requester = 'evaluation' AND known.subject = want.subject AND known.what = want.what
    AND known.block_number BETWEEN opened_at AND want.block_number)
ON CONFLICT DO NOTHING`;

const TOUCHED = `
SELECT subject FROM fact
WHERE hashbytea(subject) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest($1::bytea[]) one)) AND subject = ANY($1) AND block_number BETWEEN $2 AND $3
UNION SELECT subject FROM initial_state_touch WHERE subject = ANY($1) AND block_number BETWEEN $2 AND $3
UNION SELECT subject FROM state_read_request_row
WHERE requester = 'evaluation' AND what NOT LIKE '0x%' AND subject = ANY($1) AND block_number BETWEEN $2 AND $3
UNION SELECT subject FROM state_read_result WHERE what NOT LIKE '0x%' AND subject = ANY($1) AND block_number BETWEEN $2 AND $3`;

/** Asks for reads of state, each once. */
export async function requestReads(tx: PoolClient, reads: readonly RequestedRead[]): Promise<void> {
  const distinct = new Map(
    reads.map((read) => [
      `${read.subject} ${read.what} ${read.openedAt === undefined ? read.block : `from ${read.openedAt}`}`,
      read,
    ]),
  );
  const all = [...distinct.values()];
  await tx.query({
    name: 'add pending reads',
    text: ADD_STATE_READS,
    values: [
      all.map(({ subject }) => fromHex(subject)),
      all.map(({ what }) => what),
      all.map(({ block }) => block),
      all.map(({ openedAt }) => openedAt ?? null),
    ],
  });
}

/** Stores the lowest block of a range in which an address's initial state is wanted. */
export async function addTouches(tx: PoolClient, touches: readonly Touch[]): Promise<void> {
  await tx.query({
    name: 'add touches',
    text: 'INSERT INTO initial_state_touch SELECT * FROM unnest($1::bytea[], $2::int8[]) ON CONFLICT DO NOTHING',
    values: [touches.map(({ subject }) => fromHex(subject)), touches.map(({ block }) => block)],
  });
}

/**
 * The addresses among these with facts in the blocks, or whose initial state was wanted, requested or read
 * there.
 */
export async function touchedIn(
  tx: PoolClient,
  addresses: readonly Address[],
  { fromBlock, toBlock }: BlockRange,
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ subject: Address }>({
    name: 'touched subjects',
    text: TOUCHED,
    values: [addresses.map(fromHex), fromBlock, toBlock],
    types: JSON_READY,
  });
  return rows.map(({ subject }) => subject);
}
