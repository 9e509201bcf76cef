import type { PoolClient } from 'pg';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { countsOf, INTERACTIONS_OF_BLOCKS } from './interaction.js';

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
const SUMS = `${COUNTS.map((count) => `sum(${count})`).join(', ')}, bit_or(token_marks), min(first_block), max(last_block)`;

/** The pairs of an address lie together, on one side at least: a ranking at a block reads all of them. */
const TOGETHER = 'ORDER BY lesser, greater';

const NOTE = `
INSERT INTO counterparty_bucket (from_block, to_block, end_hash) SELECT $1, number, hash FROM block WHERE number = $2`;

const FOLD = `
INSERT INTO counterparty_in_bucket (from_block, lesser, greater, ${COLUMNS})
SELECT $1, lesser, greater, ${countsOf('is_forth', 'is_back')}
FROM (${INTERACTIONS_OF_BLOCKS}
) meeting
GROUP BY lesser, greater ${TOGETHER}`;

const ADD = `
INSERT INTO counterparty (lesser, greater, ${COLUMNS})
SELECT lesser, greater, ${COLUMNS} FROM counterparty_in_bucket WHERE from_block = $1 ORDER BY lesser, greater
ON CONFLICT (lesser, greater) DO UPDATE SET
  ${COUNTS.map((count) => `${count} = counterparty.${count} + excluded.${count}`).join(', ')},
  token_marks = counterparty.token_marks | excluded.token_marks,
  first_block = least(counterparty.first_block, excluded.first_block),
  last_block = greatest(counterparty.last_block, excluded.last_block)`;

/** Folds the records of blocks that are all there, and adds them to the totals: two writes for each pair in them. */
export async function foldBlocks(tx: PoolClient, { fromBlock, toBlock }: BlockRange): Promise<void> {
  // Not prepared: a plan made while the tables are small would read all of them for ever.
  await tx.query(NOTE, [fromBlock, toBlock]);
  await tx.query(FOLD, [fromBlock, toBlock]);
  await tx.query(ADD, [fromBlock]);
}

const NOT_FOLDED = `
SELECT lower(left_out) AS "fromBlock", upper(left_out) - 1 AS "toBlock"
FROM unnest(int8multirange(int8range($1, $2, '[]')) - (
  SELECT coalesce(range_agg(int8range(from_block, to_block, '[]')), '{}') FROM counterparty_bucket
  WHERE from_block BETWEEN $1 AND $2
)) left_out`;

const JOIN_PARTS = `
WITH part AS (DELETE FROM counterparty_in_bucket WHERE from_block BETWEEN $1 AND $2 RETURNING *)
INSERT INTO counterparty_in_bucket (from_block, lesser, greater, ${COLUMNS})
SELECT $1, lesser, greater, ${SUMS} FROM part GROUP BY lesser, greater ${TOGETHER}`;

/** Makes one of a bucket whose blocks are all there, parts of which may be folded already. */
export async function foldBucket(tx: PoolClient, bucket: BlockRange): Promise<void> {
  const blocks = [bucket.fromBlock, bucket.toBlock];
  const { rows } = await tx.query<BlockRange>(NOT_FOLDED, blocks);
  for (const rest of rows) await foldBlocks(tx, rest);
  const isOne = rows.length === 1 && rows[0]!.fromBlock === blocks[0] && rows[0]!.toBlock === blocks[1];
  if (isOne) return;
  await tx.query(JOIN_PARTS, blocks);
  await tx.query('DELETE FROM counterparty_bucket WHERE from_block BETWEEN $1 AND $2', blocks);
  await tx.query(NOTE, blocks);
}

const PAIRS = 'SELECT DISTINCT lesser, greater FROM counterparty_in_bucket WHERE from_block = ANY($1)';

const DROP_TOTALS = `
DELETE FROM counterparty USING (${PAIRS}) undone
WHERE counterparty.lesser = undone.lesser AND counterparty.greater = undone.greater`;

const SUM_AGAIN = `
INSERT INTO counterparty (lesser, greater, ${COLUMNS})
SELECT lesser, greater, ${SUMS} FROM (${PAIRS}) undone JOIN counterparty_in_bucket USING (lesser, greater)
WHERE from_block <> ALL($1)
GROUP BY lesser, greater`;

/** Takes back folded buckets. First and last blocks do not subtract: what is left of the totals of their pairs is summed again. */
export async function unfoldBuckets(tx: PoolClient, fromBlocks: readonly number[]): Promise<void> {
  await tx.query(DROP_TOTALS, [fromBlocks]);
  await tx.query(SUM_AGAIN, [fromBlocks]);
  await tx.query('DELETE FROM counterparty_in_bucket WHERE from_block = ANY($1)', [fromBlocks]);
  await tx.query('DELETE FROM counterparty_bucket WHERE from_block = ANY($1)', [fromBlocks]);
}
