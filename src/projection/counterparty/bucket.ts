import type { PoolClient } from 'pg';
import type { BlockRange } from '../../domain/interval/block-range.js';

/**
 * A row of `counterparty_sum` has the sums of a pair in one bucket or, with `from_block` -1, in all buckets
 * if there are several. `is_total` is true in one row of each pair: that with -1, or that of its only bucket.
 * `counterparty_met` holds the sums that are about to be added, and is empty otherwise.
 */

const ADD_BUCKET = `
INSERT INTO counterparty_bucket (from_block, to_block, end_hash) SELECT $1, number, hash FROM block WHERE number = $2`;

/** Columns that are added up, unlike `token_flags` and first and last block. */
const COUNTS = [
  'tx_count',
  'succeeded_count',
  'a_to_b_count',
  'b_to_a_count',
  'external_count',
  'internal_count',
  'token_count',
];
const SUMS = [...COUNTS, 'token_flags', 'first_block', 'last_block'];
const COLUMNS = ['address_a', 'address_b', ...SUMS].join(', ');

/** Sums of rows, in the order of `SUMS`. */
const SUMMED = [
  ...COUNTS.map((count) => `sum(${count})`),
  ...['bit_or(token_flags)', 'min(first_block)', 'max(last_block)'],
].join(', ');

/** The sums of the rows of two tables together, in the order of `SUMS`. */
const together = (one: string, other: string): string[] => [
  ...COUNTS.map((count) => `${one}.${count} + ${other}.${count}`),
  `${one}.token_flags | ${other}.token_flags`,
  `least(${one}.first_block, ${other}.first_block)`,
  `greatest(${one}.last_block, ${other}.last_block)`,
];

/**
 * PostgreSQL's hash of the SHA-256. A token may log any addresses, so without SHA-256 it could fill a bucket
 * with pairs of equal hash.
 */
const hashOf = (pair: string): string =>
  `hashbyteaextended(sha256(${pair}.address_a || ${pair}.address_b), 0)`;

/** Whether rows of two tables are of one pair. The index has the hash only, which other pairs may share. */
const isSamePair = (one: string, other: string): string =>
  `${hashOf(one)} = ${hashOf(other)}
   AND ${one}.address_a = ${other}.address_a AND ${one}.address_b = ${other}.address_b`;

/** Bits of `flags` are those of `interaction.ts`. */
const MEET = `
INSERT INTO counterparty_met (${COLUMNS})
SELECT address_a, address_b, count(*), count(*) FILTER (WHERE succeeded), count(*) FILTER (WHERE is_a_to_b),
       count(*) FILTER (WHERE is_b_to_a), count(*) FILTER (WHERE flags & 1 > 0),
       count(*) FILTER (WHERE flags & 2 > 0), count(*) FILTER (WHERE flags & 4 > 0),
       (bit_or(flags) >> 3)::int2, min(block_number), max(block_number)
FROM (
  SELECT least(from_address, to_address) AS address_a, greatest(from_address, to_address) AS address_b, block_number,
         bool_or(from_address < to_address) AS is_a_to_b, bool_or(from_address > to_address) AS is_b_to_a,
         bool_or(succeeded) AS succeeded, bit_or(flags) AS flags
  FROM interaction WHERE block_number BETWEEN $1 AND $2
  GROUP BY 1, 2, block_number, tx_index
) met
GROUP BY address_a, address_b`;

const ADD_TO_TOTALS = `
UPDATE counterparty_sum total SET ${together('total', 'met')
  .map((sum, at) => `${SUMS[at]} = ${sum}`)
  .join(', ')}
FROM counterparty_met met WHERE total.is_total AND total.from_block = -1 AND ${isSamePair('total', 'met')}`;

/** Adds totals of pairs that have met in exactly one other bucket. */
const ADD_TOTALS = `
INSERT INTO counterparty_sum (from_block, is_total, ${COLUMNS})
SELECT -1, true, met.address_a, met.address_b, ${together('one', 'met').join(', ')}
FROM counterparty_met met JOIN counterparty_sum one ON ${isSamePair('one', 'met')}
WHERE one.is_total AND one.from_block <> -1`;

const END_TOTALS = `
UPDATE counterparty_sum one SET is_total = false
FROM counterparty_met met WHERE one.is_total AND one.from_block <> -1 AND ${isSamePair('one', 'met')}`;

/**
 * Rows are ordered, so that the pairs of an address are close together, on one side at least: a ranking at a
 * block reads all of them. No key prevents storing a pair twice; there is only one writer.
 */
const ADD_PAIRS = `
INSERT INTO counterparty_sum (from_block, is_total, ${COLUMNS})
SELECT $1, known.address_a IS NULL, ${['address_a', 'address_b', ...SUMS].map((column) => `met.${column}`).join(', ')}
FROM counterparty_met met LEFT JOIN counterparty_sum known ON known.is_total AND ${isSamePair('known', 'met')}
ORDER BY met.address_a, met.address_b`;

/** Not TRUNCATE, which would wait for a dump of the database. */
const FORGET_MET = 'DELETE FROM counterparty_met';

/** Folds the records of blocks that are all stored, and adds them to the totals. */
export async function foldBlocks(tx: PoolClient, { fromBlock, toBlock }: BlockRange): Promise<void> {
  await tx.query(ADD_BUCKET, [fromBlock, toBlock]);
  await tx.query(MEET, [fromBlock, toBlock]);
  await tx.query(ADD_TO_TOTALS);
  await tx.query(ADD_TOTALS);
  await tx.query(END_TOTALS);
  await tx.query(ADD_PAIRS, [fromBlock]);
  await tx.query(FORGET_MET);
}

const NOT_FOLDED = `
SELECT lower(left_out) AS "fromBlock", upper(left_out) - 1 AS "toBlock"
FROM unnest(int8multirange(int8range($1, $2, '[]')) - (
  SELECT coalesce(range_agg(int8range(from_block, to_block, '[]')), '{}') FROM counterparty_bucket
  WHERE from_block BETWEEN $1 AND $2
)) left_out`;

const JOIN_PARTS = `
INSERT INTO counterparty_met (${COLUMNS})
SELECT address_a, address_b, ${SUMMED} FROM counterparty_sum WHERE from_block >= 0 AND from_block BETWEEN $1 AND $2
GROUP BY address_a, address_b`;

const DELETE_PARTS = 'DELETE FROM counterparty_sum WHERE from_block >= 0 AND from_block BETWEEN $1 AND $2';

/** Deletes totals of pairs that have met in no other bucket. */
const DELETE_TOTALS_OF_PARTS = `
DELETE FROM counterparty_sum total USING counterparty_met met
WHERE total.is_total AND total.from_block = -1 AND total.first_block >= $1 AND total.last_block <= $2 AND ${isSamePair('total', 'met')}`;

/** Folds a bucket whose blocks are all stored, together with parts of it that are folded already. */
export async function foldBucket(tx: PoolClient, bucket: BlockRange): Promise<void> {
  const blocks = [bucket.fromBlock, bucket.toBlock];
  const { rows } = await tx.query<BlockRange>(NOT_FOLDED, blocks);
  for (const rest of rows) await foldBlocks(tx, rest);
  const isOne = rows.length === 1 && rows[0]!.fromBlock === blocks[0] && rows[0]!.toBlock === blocks[1];
  if (isOne) return;
  await tx.query(JOIN_PARTS, blocks);
  await tx.query(DELETE_PARTS, blocks);
  await tx.query(DELETE_TOTALS_OF_PARTS, blocks);
  await tx.query(ADD_PAIRS, [bucket.fromBlock]);
  await tx.query(FORGET_MET);
  await tx.query('DELETE FROM counterparty_bucket WHERE from_block BETWEEN $1 AND $2', blocks);
  await tx.query(ADD_BUCKET, blocks);
}

const UNDONE =
  'SELECT DISTINCT address_a, address_b FROM counterparty_sum WHERE from_block >= 0 AND from_block = ANY($1)';

const DROP_TOTALS = `
DELETE FROM counterparty_sum total USING (${UNDONE}) undone
WHERE total.is_total AND total.from_block = -1 AND ${isSamePair('total', 'undone')}`;

/** The sums that pairs of removed buckets have in other buckets. */
const REST = `(${UNDONE}) undone JOIN counterparty_sum rest USING (address_a, address_b)
WHERE rest.from_block >= 0 AND rest.from_block <> ALL($1)
GROUP BY address_a, address_b`;

const SUM_AGAIN = `
INSERT INTO counterparty_sum (from_block, is_total, ${COLUMNS})
SELECT -1, true, address_a, address_b, ${SUMMED} FROM ${REST} HAVING count(*) > 1`;

const LEAVE_ONE = `
UPDATE counterparty_sum one SET is_total = true FROM (SELECT address_a, address_b FROM ${REST} HAVING count(*) = 1) alone
WHERE one.from_block >= 0 AND one.from_block <> ALL($1) AND one.address_a = alone.address_a AND one.address_b = alone.address_b`;

/** Removes folded buckets. First and last blocks cannot be subtracted, so the totals of their pairs are summed again. */
export async function unfoldBuckets(tx: PoolClient, fromBlocks: readonly number[]): Promise<void> {
  await tx.query(DROP_TOTALS, [fromBlocks]);
  await tx.query(SUM_AGAIN, [fromBlocks]);
  await tx.query(LEAVE_ONE, [fromBlocks]);
  await tx.query('DELETE FROM counterparty_sum WHERE from_block >= 0 AND from_block = ANY($1)', [fromBlocks]);
  await tx.query('DELETE FROM counterparty_bucket WHERE from_block = ANY($1)', [fromBlocks]);
}
