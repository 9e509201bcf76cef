import type { PoolClient } from 'pg';
import type { BlockRange } from '../../domain/interval/block-range.js';

const ADD_BUCKET = `
INSERT INTO counterparty_bucket (from_block, to_block, end_hash) SELECT $1, number, hash FROM block WHERE number = $2`;

/**
 * The pairs of an address lie together, on one side at least: a ranking at a block reads all of them. Bits of `flags` are those of
 * `interaction.ts`.
 */
const FOLD = `
INSERT INTO counterparty_in_bucket (from_block, address_a, address_b, tx_count, succeeded_count, a_to_b_count, b_to_a_count, external_count,
  internal_count, token_count, token_flags, first_block, last_block)
SELECT $1, address_a, address_b, count(*), count(*) FILTER (WHERE succeeded), count(*) FILTER (WHERE is_a_to_b),
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
GROUP BY address_a, address_b ORDER BY address_a, address_b`;

/** Of SHA-256: a token may log any addresses, and could fill a bucket with pairs that have one hash of PostgreSQL's. */
const hashOf = (pair: string): string =>
  `hashbyteaextended(sha256(${pair}.address_a || ${pair}.address_b), 0)`;

/** Whether rows of two tables are of one pair: the hash is what an index has of it, and others may have the same. */
const isSamePair = (one: string, other: string): string =>
  `${hashOf(one)} = ${hashOf(other)}
   AND ${one}.address_a = ${other}.address_a AND ${one}.address_b = ${other}.address_b`;

const ADD_TO_KNOWN = `
UPDATE counterparty SET
  tx_count = counterparty.tx_count + added.tx_count,
  succeeded_count = counterparty.succeeded_count + added.succeeded_count,
  a_to_b_count = counterparty.a_to_b_count + added.a_to_b_count,
  b_to_a_count = counterparty.b_to_a_count + added.b_to_a_count,
  external_count = counterparty.external_count + added.external_count,
  internal_count = counterparty.internal_count + added.internal_count,
  token_count = counterparty.token_count + added.token_count,
  token_flags = counterparty.token_flags | added.token_flags,
  first_block = least(counterparty.first_block, added.first_block),
  last_block = greatest(counterparty.last_block, added.last_block)
FROM counterparty_in_bucket added WHERE added.from_block = $1 AND ${isSamePair('counterparty', 'added')}`;

/** No key forbids to store a pair twice: there is one writer. */
const ADD_NEW = `
INSERT INTO counterparty (address_a, address_b, tx_count, succeeded_count, a_to_b_count, b_to_a_count, external_count,
  internal_count, token_count, token_flags, first_block, last_block)
SELECT added.address_a, added.address_b, added.tx_count, added.succeeded_count, added.a_to_b_count, added.b_to_a_count,
       added.external_count, added.internal_count, added.token_count, added.token_flags, added.first_block, added.last_block
FROM counterparty_in_bucket added LEFT JOIN counterparty known ON ${isSamePair('known', 'added')}
WHERE added.from_block = $1 AND known.address_a IS NULL`;

/** Folds the records of blocks that are all stored, and adds them to the totals: two writes for each pair. */
export async function foldBlocks(tx: PoolClient, { fromBlock, toBlock }: BlockRange): Promise<void> {
  await tx.query(ADD_BUCKET, [fromBlock, toBlock]);
  await tx.query(FOLD, [fromBlock, toBlock]);
  await tx.query(ADD_TO_KNOWN, [fromBlock]);
  await tx.query(ADD_NEW, [fromBlock]);
}

const NOT_FOLDED = `
SELECT lower(left_out) AS "fromBlock", upper(left_out) - 1 AS "toBlock"
FROM unnest(int8multirange(int8range($1, $2, '[]')) - (
  SELECT coalesce(range_agg(int8range(from_block, to_block, '[]')), '{}') FROM counterparty_bucket
  WHERE from_block BETWEEN $1 AND $2
)) left_out`;

const JOIN_PARTS = `
WITH part AS (DELETE FROM counterparty_in_bucket WHERE from_block BETWEEN $1 AND $2 RETURNING *)
INSERT INTO counterparty_in_bucket (from_block, address_a, address_b, tx_count, succeeded_count, a_to_b_count, b_to_a_count, external_count,
  internal_count, token_count, token_flags, first_block, last_block)
SELECT $1, address_a, address_b, sum(tx_count), sum(succeeded_count), sum(a_to_b_count), sum(b_to_a_count), sum(external_count),
       sum(internal_count), sum(token_count), bit_or(token_flags), min(first_block), max(last_block)
FROM part GROUP BY address_a, address_b ORDER BY address_a, address_b`;

/** Folds a bucket whose blocks are all stored, together with parts of it that are folded already. */
export async function foldBucket(tx: PoolClient, bucket: BlockRange): Promise<void> {
  const blocks = [bucket.fromBlock, bucket.toBlock];
  const { rows } = await tx.query<BlockRange>(NOT_FOLDED, blocks);
  for (const rest of rows) await foldBlocks(tx, rest);
  const isOne = rows.length === 1 && rows[0]!.fromBlock === blocks[0] && rows[0]!.toBlock === blocks[1];
  if (isOne) return;
  await tx.query(JOIN_PARTS, blocks);
  await tx.query('DELETE FROM counterparty_bucket WHERE from_block BETWEEN $1 AND $2', blocks);
  await tx.query(ADD_BUCKET, blocks);
}

const DROP_TOTALS = `
DELETE FROM counterparty USING (
  SELECT DISTINCT address_a, address_b FROM counterparty_in_bucket WHERE from_block = ANY($1)
) undone
WHERE ${isSamePair('counterparty', 'undone')}`;

const SUM_AGAIN = `
INSERT INTO counterparty (address_a, address_b, tx_count, succeeded_count, a_to_b_count, b_to_a_count, external_count,
  internal_count, token_count, token_flags, first_block, last_block)
SELECT address_a, address_b, sum(tx_count), sum(succeeded_count), sum(a_to_b_count), sum(b_to_a_count), sum(external_count),
       sum(internal_count), sum(token_count), bit_or(token_flags), min(first_block), max(last_block)
FROM (SELECT DISTINCT address_a, address_b FROM counterparty_in_bucket WHERE from_block = ANY($1)) undone
JOIN counterparty_in_bucket USING (address_a, address_b)
WHERE from_block <> ALL($1)
GROUP BY address_a, address_b`;

/** Removes folded buckets. First and last blocks cannot be subtracted, so the totals of their pairs are summed again. */
export async function unfoldBuckets(tx: PoolClient, fromBlocks: readonly number[]): Promise<void> {
  await tx.query(DROP_TOTALS, [fromBlocks]);
  await tx.query(SUM_AGAIN, [fromBlocks]);
  await tx.query('DELETE FROM counterparty_in_bucket WHERE from_block = ANY($1)', [fromBlocks]);
  await tx.query('DELETE FROM counterparty_bucket WHERE from_block = ANY($1)', [fromBlocks]);
}
