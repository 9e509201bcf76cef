import type { PoolClient } from 'pg';

/** Blocks of one bucket. A range that begins or ends inside a bucket reads its blocks one by one. */
export const BUCKET_BLOCKS = 256;

/** Adds to buckets; `rows` selects token, bucket, transfers, senders and receivers. */
const addToBuckets = (rows: string): string => `
  INSERT INTO token_bucket (token, bucket, transfers, senders, receivers)
  SELECT token, bucket, sum(transfers), sum(senders), sum(receivers) FROM (${rows}) more
  GROUP BY token, bucket HAVING (sum(transfers), sum(senders), sum(receivers)) <> (0, 0, 0) ORDER BY token, bucket
  ON CONFLICT (token, bucket) DO UPDATE SET
    transfers = token_bucket.transfers + excluded.transfers,
    senders = token_bucket.senders + excluded.senders,
    receivers = token_bucket.receivers + excluded.receivers`;

/**
 * The rows that `addToBuckets` takes of holders: each counts in the bucket of the last block where it sent, and of the last where it received.
 *
 * @param moved a table with the token of each, and both blocks before (`was_`) and now; null where there is none
 */
const lastMoves = (moved: string): string => `
  SELECT token, bucket, 0 AS transfers, senders, receivers
  FROM ${moved} CROSS JOIN LATERAL (VALUES
    (was_sent / ${BUCKET_BLOCKS}, -1, 0), (last_sent / ${BUCKET_BLOCKS}, 1, 0),
    (was_received / ${BUCKET_BLOCKS}, 0, -1), (last_received / ${BUCKET_BLOCKS}, 0, 1)
  ) side (bucket, senders, receivers)
  WHERE bucket IS NOT NULL`;

/** Applies the staged changes of holders; `counted` is what that adds to the sums of each token. A row that was not there had nothing. */
const APPLY_STAGED = `
held AS (
  MERGE INTO token_holder held USING holder_change change
  ON hashbyteaextended(held.token || held.holder, 0) = hashbyteaextended(change.token || change.holder, 0)
    AND held.token = change.token AND held.holder = change.holder
  WHEN MATCHED THEN UPDATE SET
    amount = held.amount + change.amount,
    items = held.items + change.items,
    amount_moves = held.amount_moves + change.amount_moves,
    item_moves = held.item_moves + change.item_moves,
    sent = held.sent + change.sent,
    received = held.received + change.received,
    last_sent = greatest(held.last_sent, change.last_sent),
    last_received = greatest(held.last_received, change.last_received)
  WHEN NOT MATCHED THEN INSERT (token, holder, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received)
    VALUES (change.token, change.holder, change.amount, change.items, change.amount_moves, change.item_moves, change.sent, change.received,
            change.last_sent, change.last_received)
  RETURNING new.token, old.last_sent AS was_sent, new.last_sent, old.last_received AS was_received, new.last_received,
    (new.amount > 0)::int4 - (coalesce(old.amount, 0) > 0)::int4 AS amount_holders,
    (new.amount_moves > 0)::int4 - (coalesce(old.amount_moves, 0) > 0)::int4 AS amount_holders_ever,
    greatest(new.amount, 0) - greatest(old.amount, 0) AS amount_held,
    (new.items > 0)::int4 - (coalesce(old.items, 0) > 0)::int4 AS item_holders,
    (new.item_moves > 0)::int4 - (coalesce(old.item_moves, 0) > 0)::int4 AS item_holders_ever,
    greatest(new.items, 0) - greatest(old.items, 0) AS items_held
), counted AS (
  SELECT token, sum(amount_holders) AS amount_holders, sum(amount_holders_ever) AS amount_holders_ever, sum(amount_held) AS amount_held,
         sum(item_holders) AS item_holders, sum(item_holders_ever) AS item_holders_ever, sum(items_held) AS items_held
  FROM held GROUP BY token
)`;

/** One pass over the events that came with blocks, and over what became of holders: as many writes as there are tokens in them. */
const ADD = `
WITH ${APPLY_STAGED}, bucketed AS (${addToBuckets(`
  SELECT token, block_number / ${BUCKET_BLOCKS} AS bucket, transfers, 0 AS senders, 0 AS receivers
  FROM token_activity WHERE block_number = ANY($1)
  UNION ALL ${lastMoves('held')}`)}
), active AS (
  SELECT token, sum(erc20_transfers) AS erc20_transfers, sum(erc721_transfers) AS erc721_transfers,
         sum(erc1155_transfers) AS erc1155_transfers, sum(unindexed_transfers) AS unindexed_transfers,
         sum(erc777_events) AS erc777_events, sum(erc4626_events) AS erc4626_events, sum(transfers) AS transfers,
         sum(mints) AS mints, sum(burns) AS burns, sum(minted) AS minted, sum(burned) AS burned
  FROM token_activity WHERE block_number = ANY($1) GROUP BY token
)
INSERT INTO token (address, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers, erc777_events, erc4626_events, transfers, mints,
  burns, minted, burned, amount_holders, amount_holders_ever, amount_held, item_holders, item_holders_ever, items_held)
SELECT token, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers, erc777_events, erc4626_events, transfers, mints,
       burns, minted, burned, coalesce(amount_holders, 0), coalesce(amount_holders_ever, 0), coalesce(amount_held, 0),
       coalesce(item_holders, 0), coalesce(item_holders_ever, 0), coalesce(items_held, 0)
FROM active LEFT JOIN counted USING (token) ORDER BY token
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

const UNDO = `
WITH ${APPLY_STAGED}, bucketed AS (${addToBuckets(lastMoves('held'))}
)
UPDATE token SET
  amount_holders = token.amount_holders + counted.amount_holders,
  amount_holders_ever = token.amount_holders_ever + counted.amount_holders_ever,
  amount_held = token.amount_held + counted.amount_held,
  item_holders = token.item_holders + counted.item_holders,
  item_holders_ever = token.item_holders_ever + counted.item_holders_ever,
  items_held = token.items_held + counted.items_held
FROM counted WHERE address = counted.token`;

/** By the hash that the index is of, and by the values. */
const isHolder = (other: string): string => `
  hashbyteaextended(held.token || held.holder, 0) = hashbyteaextended(${other}.token || ${other}.holder, 0)
  AND (held.token, held.holder) = (${other}.token, ${other}.holder)`;

const GONE = `
WITH gone AS (
  DELETE FROM token_holder held USING holder_change change
  WHERE ${isHolder('change')} AND held.sent = 0 AND held.received = 0
  RETURNING held.token, held.last_sent AS was_sent, NULL::int4 AS last_sent, held.last_received AS was_received, NULL::int4 AS last_received
)${addToBuckets(lastMoves('gone'))}`;

const UNDONE = {
  from: `
    SELECT held.token, held.holder, held.sent AS count FROM token_holder held JOIN holder_change change ON ${isHolder('change')}
    WHERE held.last_sent BETWEEN $1 AND $2`,
  to: `
    SELECT held.token, held.holder, held.received AS count FROM token_holder held JOIN holder_change change ON ${isHolder('change')}
    WHERE held.last_received BETWEEN $1 AND $2`,
};

/** One statement per pair: the planner chooses each time whether the holder or the token has fewer transfers. */
const LAST_ON = {
  from: `SELECT max(block_number) AS block FROM transfer
    WHERE hashbyteaextended(from_address, 0) = hashbyteaextended($1, 0) AND from_address = $1
      AND hashbyteaextended(token, 0) = hashbyteaextended($2, 0) AND token = $2`,
  to: `SELECT max(block_number) AS block FROM transfer
    WHERE hashbyteaextended(to_address, 0) = hashbyteaextended($1, 0) AND to_address = $1
      AND hashbyteaextended(token, 0) = hashbyteaextended($2, 0) AND token = $2`,
};

const setLast = (column: 'last_sent' | 'last_received'): string => `
WITH moved AS (
  UPDATE token_holder held SET ${column} = last.block
  FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) AS last (token, holder, block) WHERE ${isHolder('last')}
  RETURNING new.token, old.last_sent AS was_sent, new.last_sent, old.last_received AS was_received, new.last_received
)${addToBuckets(lastMoves('moved'))}`;

const SET_LAST = { from: setLast('last_sent'), to: setLast('last_received') };

type Side = 'from' | 'to';

/** Adds the events of blocks, and the staged changes of holders, to their tokens. */
export async function addToTokens(tx: PoolClient, blockNumbers: readonly number[]): Promise<void> {
  await tx.query(ADD, [blockNumbers]);
}

/** Adds the staged changes of holders alone, the opposites of what is undone. The transfers of the blocks `from` to `to` must be deleted. */
export async function undoHolders(tx: PoolClient, from: number, to: number): Promise<void> {
  await tx.query(UNDO);
  await tx.query(GONE);
  await restoreLast(tx, 'from', [from, to]);
  await restoreLast(tx, 'to', [from, to]);
}

/** Sets the last blocks of holders again, where they are among the deleted ones. */
async function restoreLast(tx: PoolClient, side: Side, deleted: [number, number]): Promise<void> {
  const { rows: undone } = await tx.query<{ token: Buffer; holder: Buffer; count: number }>(
    UNDONE[side],
    deleted,
  );
  const blocks: (number | null)[] = [];
  for (const { token, holder, count } of undone) {
    const last = count === 0 ? undefined : await tx.query<{ block: number }>(LAST_ON[side], [holder, token]);
    blocks.push(last?.rows[0]?.block ?? null);
  }
  await tx.query(SET_LAST[side], [
    undone.map(({ token }) => token),
    undone.map(({ holder }) => holder),
    blocks,
  ]);
}
