import type { PoolClient } from 'pg';
import { BUCKET_BLOCKS, type HolderSumChanges } from './holder-sum-changes.js';
import { TOKEN_AMOUNTS, TOKEN_COUNTS } from './token-activity.js';

/** Adds to buckets; `rows` selects token, bucket, transfers, senders and receivers. */
const addToBuckets = (rows: string): string => `
  INSERT INTO token_bucket (token, bucket, transfers, senders, receivers)
  SELECT token, bucket, sum(transfers), sum(senders), sum(receivers) FROM (${rows}) more
  GROUP BY token, bucket HAVING (sum(transfers), sum(senders), sum(receivers)) <> (0, 0, 0) ORDER BY token, bucket
  ON CONFLICT (token, bucket) DO UPDATE SET
    transfers = token_bucket.transfers + excluded.transfers,
    senders = token_bucket.senders + excluded.senders,
    receivers = token_bucket.receivers + excluded.receivers`;

/** Sums of columns of `token_activity`, in which null is zero. */
const ACTIVITY_SUMS = [...TOKEN_COUNTS, ...TOKEN_AMOUNTS]
  .map((column) => `coalesce(sum(${column}), 0) AS ${column}`)
  .join(', ');

/** What changes of holders add, in the columns of `HolderSumChanges`. */
const HELD = `
held AS (
  SELECT * FROM unnest($1::bytea[], $2::int4[], $3::int4[], $4::numeric[], $5::int4[], $6::int4[], $7::numeric[])
    AS held (token, amount_holders, amount_holders_ever, amount_held, item_holders, item_holders_ever, items_held)
)`;
const LAST_MOVES = `
  SELECT token, bucket, 0 AS transfers, senders, receivers
  FROM unnest($8::bytea[], $9::int8[], $10::int4[], $11::int4[]) AS moved (token, bucket, senders, receivers)`;

/** One pass over the events of blocks and the changes of holders, with one write per token. */
const ADD = `
WITH ${HELD}, bucketed AS (${addToBuckets(`
  SELECT token, block_number / $13 AS bucket, transfers, 0 AS senders, 0 AS receivers
  FROM token_activity WHERE block_number = ANY($12)
  UNION ALL ${LAST_MOVES}`)}
), active AS (
  SELECT token, ${ACTIVITY_SUMS}
  FROM token_activity WHERE block_number = ANY($12) GROUP BY token
)
INSERT INTO token (address, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers, erc777_events, erc4626_events, transfers, mints,
  burns, minted, burned, amount_holders, amount_holders_ever, amount_held, item_holders, item_holders_ever, items_held)
SELECT token, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers, erc777_events, erc4626_events, transfers, mints,
       burns, minted, burned, coalesce(amount_holders, 0), coalesce(amount_holders_ever, 0), coalesce(amount_held, 0),
       coalesce(item_holders, 0), coalesce(item_holders_ever, 0), coalesce(items_held, 0)
FROM active LEFT JOIN held USING (token) ORDER BY token
ON CONFLICT (address) DO UPDATE SET
  erc20_transfers = token.erc20_transfers + excluded.erc20_transfers,
  erc721_transfers = token.erc721_transfers + excluded.erc721_transfers,
  erc1155_transfers = token.erc1155_transfers + excluded.erc1155_transfers,
  unindexed_transfers = token.unindexed_transfers + excluded.unindexed_transfers,
  erc777_events = token.erc777_events + excluded.erc777_events,
  erc4626_events = token.erc4626_events + excluded.erc4626_events,
  transfers = token.transfers + excluded.transfers,
  mints = token.mints + excluded.mints,
  burns = token.burns + excluded.burns,
  minted = token.minted + excluded.minted,
  burned = token.burned + excluded.burned,
  amount_holders = token.amount_holders + excluded.amount_holders,
  amount_holders_ever = token.amount_holders_ever + excluded.amount_holders_ever,
  amount_held = token.amount_held + excluded.amount_held,
  item_holders = token.item_holders + excluded.item_holders,
  item_holders_ever = token.item_holders_ever + excluded.item_holders_ever,
  items_held = token.items_held + excluded.items_held`;

const UNDO_HOLDERS = `
WITH ${HELD}, bucketed AS (${addToBuckets(LAST_MOVES)}
)
UPDATE token SET
  amount_holders = token.amount_holders + held.amount_holders,
  amount_holders_ever = token.amount_holders_ever + held.amount_holders_ever,
  amount_held = token.amount_held + held.amount_held,
  item_holders = token.item_holders + held.item_holders,
  item_holders_ever = token.item_holders_ever + held.item_holders_ever,
  items_held = token.items_held + held.items_held
FROM held WHERE address = held.token`;

/** Subtracts events. Returns the number of remaining events of each token. */
const SUBTRACT = `
WITH undone AS (
  DELETE FROM token_activity WHERE block_number BETWEEN $1 AND $2 RETURNING *
), emptied AS (
  SELECT token, block_number / $3 AS bucket, sum(transfers) AS transfers FROM undone GROUP BY 1, 2
), fewer AS (
  UPDATE token_bucket SET transfers = token_bucket.transfers - emptied.transfers
  FROM emptied WHERE (token_bucket.token, token_bucket.bucket) = (emptied.token, emptied.bucket)
), summed AS (
  SELECT token, ${ACTIVITY_SUMS}
  FROM undone GROUP BY token
)
UPDATE token SET
  erc20_transfers = token.erc20_transfers - summed.erc20_transfers,
  erc721_transfers = token.erc721_transfers - summed.erc721_transfers,
  erc1155_transfers = token.erc1155_transfers - summed.erc1155_transfers,
  unindexed_transfers = token.unindexed_transfers - summed.unindexed_transfers,
  erc777_events = token.erc777_events - summed.erc777_events,
  erc4626_events = token.erc4626_events - summed.erc4626_events,
  transfers = token.transfers - summed.transfers,
  mints = token.mints - summed.mints,
  burns = token.burns - summed.burns,
  minted = token.minted - summed.minted,
  burned = token.burned - summed.burned
FROM summed WHERE address = summed.token
RETURNING address, token.erc20_transfers + token.erc721_transfers + token.erc1155_transfers + token.unindexed_transfers + token.erc777_events +
       token.erc4626_events + token.transfers + token.mints + token.burns AS events`;

const DELETE_EMPTIED = `
DELETE FROM token_bucket
WHERE token = ANY($1) AND bucket BETWEEN $2::int8 / $4 AND $3::int8 / $4 AND transfers = 0`;

/** Adds the events of blocks, and the changes of their holders, to their tokens. */
export async function addToTokens(
  tx: PoolClient,
  blockNumbers: readonly number[],
  held: HolderSumChanges,
): Promise<void> {
  await tx.query(ADD, [...held.tokens(), ...held.buckets(), blockNumbers, BUCKET_BLOCKS]);
}

/** Adds the changes of holders alone, after transfers were undone. */
export async function undoHolders(tx: PoolClient, held: HolderSumChanges): Promise<void> {
  await tx.query(UNDO_HOLDERS, [...held.tokens(), ...held.buckets()]);
}

/** Subtracts the events of blocks. A token without events and a bucket without transfers are deleted. */
export async function undoActivity(tx: PoolClient, from: number, to: number): Promise<void> {
  const { rows: left } = await tx.query<{ address: Buffer; events: string }>(SUBTRACT, [
    from,
    to,
    BUCKET_BLOCKS,
  ]);
  if (left.length === 0) return;
  const touched = left.map(({ address }) => address);
  await tx.query(DELETE_EMPTIED, [touched, from, to, BUCKET_BLOCKS]);
  const gone = left.filter(({ events }) => Number(events) === 0).map(({ address }) => address);
  if (gone.length > 0) await tx.query('DELETE FROM token WHERE address = ANY($1)', [gone]);
}
