import type { PoolClient } from 'pg';
import { type NodeAnswer, takeAnswers } from '../../event-store/node-question.js';
import type { ReadRecorded } from '../../kernel/event/chain-event.js';

const ADD = `
INSERT INTO recorded_read (subject, what, block_number, outcome, output)
SELECT * FROM unnest($1::bytea[], $2::text[], $3::int8[], $4::text[], $5::bytea[]) ON CONFLICT DO NOTHING`;

/** In whose name the evaluation asks. */
export const ASKER = 'evaluation';

/** Keeps the answers to what the evaluation asked, and says which they are. */
export async function storeReads(tx: PoolClient, recorded: readonly ReadRecorded[]): Promise<NodeAnswer[]> {
  const answers = await takeAnswers(tx, ASKER, recorded);
  await tx.query({
    name: 'add recorded reads',
    text: ADD,
    values: [
      answers.map(({ address }) => address),
      answers.map(({ what }) => what),
      answers.map(({ blockNumber }) => blockNumber),
      answers.map(({ outcome }) => outcome),
      answers.map(({ outcome, output }) => (outcome === 'answered' ? output : null)),
    ],
  });
  return answers;
}

/** Answers about blocks that are gone are void. */
export async function unwindReads(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query('DELETE FROM recorded_read WHERE block_number BETWEEN $1 AND $2', [from, to]);
}
