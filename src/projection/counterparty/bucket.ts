import type { PoolClient } from 'pg';
import { countsOf, MEETINGS_OF_BLOCKS } from './contact.js';

/** Blocks that are folded together, both ends included. */
export interface Bucket {
  readonly fromBlock: number;
  readonly toBlock: number;
}

const COUNTS = [
  'tx_count',
  'succeeded_count',
  'forth_count',
  'back_count',
  'external_count',
  'internal_count',
  'token_count',
] as const;
const COLUMNS = [...COUNTS, 'token_marks', 'first_block', 'last_block'].join(', ');

const NOTE = `
INSERT INTO counterparty_bucket (from_block, to_block, end_hash) SELECT $1, number, hash FROM block WHERE number = $2`;

const FOLD = `
INSERT INTO counterparty_in_bucket (from_block, lesser, greater, ${COLUMNS})
SELECT $1, lesser, greater, ${countsOf('is_forth', 'is_back')}
FROM (${MEETINGS_OF_BLOCKS}
) meeting
GROUP BY lesser, greater`;

const ADD = `
INSERT INTO counterparty (lesser, greater, ${COLUMNS})
SELECT lesser, greater, ${COLUMNS} FROM counterparty_in_bucket WHERE from_block = $1 ORDER BY lesser, greater
ON CONFLICT (lesser, greater) DO UPDATE SET
  ${COUNTS.map((count) => `${count} = counterparty.${count} + excluded.${count}`).join(', ')},
  token_marks = counterparty.token_marks | excluded.token_marks,
  first_block = least(counterparty.first_block, excluded.first_block),
  last_block = greatest(counterparty.last_block, excluded.last_block)`;

/** Folds the records of a bucket whose blocks are all there, and adds them to the totals: two writes for each pair in it. */
export async function foldBucket(tx: PoolClient, { fromBlock, toBlock }: Bucket): Promise<void> {
  // Not prepared: a plan made while the tables are small would read all of them for ever.
  await tx.query(NOTE, [fromBlock, toBlock]);
  await tx.query(FOLD, [fromBlock, toBlock]);
  await tx.query(ADD, [fromBlock]);
}

const PAIRS = 'SELECT DISTINCT lesser, greater FROM counterparty_in_bucket WHERE from_block = ANY($1)';

const DROP_TOTALS = `
DELETE FROM counterparty USING (${PAIRS}) undone
WHERE counterparty.lesser = undone.lesser AND counterparty.greater = undone.greater`;

const SUM_AGAIN = `
INSERT INTO counterparty (lesser, greater, ${COLUMNS})
SELECT lesser, greater, ${COUNTS.map((count) => `sum(${count})`).join(', ')},
       bit_or(token_marks), min(first_block), max(last_block)
FROM (${PAIRS}) undone JOIN counterparty_in_bucket USING (lesser, greater)
WHERE from_block <> ALL($1)
GROUP BY lesser, greater`;

/** Takes back folded buckets. First and last blocks do not subtract: what is left of the totals of their pairs is summed again. */
export async function unfoldBuckets(tx: PoolClient, fromBlocks: readonly number[]): Promise<void> {
  await tx.query(DROP_TOTALS, [fromBlocks]);
  await tx.query(SUM_AGAIN, [fromBlocks]);
  await tx.query('DELETE FROM counterparty_in_bucket WHERE from_block = ANY($1)', [fromBlocks]);
  await tx.query('DELETE FROM counterparty_bucket WHERE from_block = ANY($1)', [fromBlocks]);
}
