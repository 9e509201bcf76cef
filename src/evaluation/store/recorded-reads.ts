import type { PoolClient } from 'pg';
import type { ReadRecorded } from '../../kernel/event/chain-event.js';

const ADD = `
INSERT INTO recorded_read (subject, what, block_number, outcome, output)
SELECT * FROM unnest($1::bytea[], $2::text[], $3::int8[], $4::text[], $5::bytea[]) ON CONFLICT DO NOTHING`;

const ANSWERED = `
DELETE FROM pending_read USING unnest($1::bytea[], $2::text[], $3::int8[]) AS answered (subject, what, block_number)
WHERE pending_read.subject = answered.subject AND pending_read.what = answered.what
  AND pending_read.block_number = answered.block_number`;

/** Keeps answers, and asks for them no more. */
export async function storeReads(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<void> {
  const all = recorded.flatMap(({ number, reads }) => reads.map((read) => ({ number, ...read })));
  const keys = [
    all.map(({ address }) => address),
    all.map(({ what }) => what),
    all.map(({ number }) => number),
  ];
  await tx.query({
    name: 'add recorded reads',
    text: ADD,
    values: [
      ...keys,
      all.map(({ outcome }) => outcome),
      all.map(({ outcome, output }) => (outcome === 'answered' ? output : null)),
    ],
  });
  await tx.query({ name: 'remove pending reads', text: ANSWERED, values: keys });
}

/** Answers about blocks that are gone are void, and nobody asks about them. */
export async function unwindReads(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query('DELETE FROM recorded_read WHERE block_number BETWEEN $1 AND $2', [from, to]);
  await tx.query('DELETE FROM pending_read WHERE block_number BETWEEN $1 AND $2', [from, to]);
}
