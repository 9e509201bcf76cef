import type { PoolClient } from 'pg';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import type { HolderChange, HolderChanges } from './holder-changes.js';
import { addToBuckets, lastMoves } from './token-bucket.table.js';
import { applyHolders } from './token-sums.table.js';

/** Emptied by the end of every transaction. */
const STAGE = `
CREATE TEMP TABLE IF NOT EXISTS holder_change (
  token bytea, holder bytea, amount numeric, items numeric, amount_moves int8, item_moves int8, sent int8, received int8,
  last_sent int8, last_received int8
) ON COMMIT DELETE ROWS`;

const COPY = `
COPY holder_change (token, holder, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received)
FROM STDIN BINARY`;

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
  from: 'SELECT max(block_number) AS block FROM transfer WHERE from_address = $1 AND token = $2',
  to: 'SELECT max(block_number) AS block FROM transfer WHERE to_address = $1 AND token = $2',
};

const setLast = (column: 'last_sent' | 'last_received'): string => `
WITH moved AS (
  UPDATE token_holder held SET ${column} = last.block
  FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) AS last (token, holder, block) WHERE ${isHolder('last')}
  RETURNING new.token, old.last_sent AS was_sent, new.last_sent, old.last_received AS was_received, new.last_received
)${addToBuckets(lastMoves('moved'))}`;

const SET_LAST = { from: setLast('last_sent'), to: setLast('last_received') };

type Side = 'from' | 'to';

/** Writes the changes of holders. */
export class HolderTable {
  readonly #rows = new BinaryCopy(10);

  /** Puts changes where `addToTokens` and `applyHolders` find them in the same transaction; those staged before are dropped. */
  async stage(tx: PoolClient, changes: HolderChanges): Promise<void> {
    this.#rows.clear();
    for (const change of changes.all()) writeRow(this.#rows, change);
    await tx.query(STAGE);
    await tx.query('DELETE FROM holder_change');
    await copyInto(tx, COPY, this.#rows.finish());
  }

  /** Subtracts changes. The transfers they came from, all of the blocks `from` to `to`, must be deleted. */
  async undo(tx: PoolClient, changes: HolderChanges, from: number, to: number): Promise<void> {
    await this.stage(tx, changes);
    await applyHolders(tx);
    await tx.query(GONE);
    await restoreLast(tx, 'from', [from, to]);
    await restoreLast(tx, 'to', [from, to]);
  }
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

function writeRow(rows: BinaryCopy, change: HolderChange): void {
  rows
    .row()
    .bytea(change.token)
    .bytea(change.holder)
    .numeric(change.amount)
    .numeric(change.items)
    .int8(change.amountMoves)
    .int8(change.itemMoves)
    .int8(change.sent)
    .int8(change.received)
    .int8(change.lastSent)
    .int8(change.lastReceived);
}
