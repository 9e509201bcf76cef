import type { PoolClient } from 'pg';
import { addToBuckets, BUCKET_BLOCKS, lastMoves } from './token-bucket.table.js';

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

/** Adds the events of blocks, and the staged changes of holders, to their tokens. */
export async function addToTokens(tx: PoolClient, blockNumbers: readonly number[]): Promise<void> {
  await tx.query(ADD, [blockNumbers]);
}

/** Adds the staged changes of holders alone: what is undone is staged as its opposite. */
export async function applyHolders(tx: PoolClient): Promise<void> {
  await tx.query(UNDO);
}
