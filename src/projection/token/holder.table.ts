import type { PoolClient } from 'pg';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import type { HolderChange, HolderChanges } from './holder-changes.js';

/** Emptied by the end of every transaction. */
const STAGE = `
CREATE TEMP TABLE IF NOT EXISTS holder_change (
  token bytea, holder bytea, amount numeric, items numeric, amount_moves int8, item_moves int8, sent int8, received int8,
  last_sent int8, last_received int8
) ON COMMIT DELETE ROWS`;

const COLUMNS =
  'token, holder, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received';
const COPY = `COPY holder_change (${COLUMNS}) FROM STDIN BINARY`;
const SUMMED = ['amount', 'items', 'amount_moves', 'item_moves', 'sent', 'received'];

/** How many more of the changed rows have some of a column than had before; a row that was not there had none. */
const more = (column: string): string => `(new.${column} > 0)::int4 - (coalesce(old.${column}, 0) > 0)::int4`;
const moreOf = (column: string): string => `greatest(new.${column}, 0) - greatest(old.${column}, 0)`;

const COUNTS: Readonly<Record<string, string>> = {
  amount_holders: more('amount'),
  amount_holders_ever: more('amount_moves'),
  amount_held: moreOf('amount'),
  item_holders: more('items'),
  item_holders_ever: more('item_moves'),
  items_held: moreOf('items'),
};

/** Columns of a token that are sums over its holders. */
export const HOLDER_COUNTS = Object.keys(COUNTS);

/** Applies what is staged; `counted` is what that adds to the sums of each token. */
export const APPLY_STAGED = `
held AS (
  INSERT INTO token_holder (${COLUMNS})
  SELECT ${COLUMNS} FROM holder_change ORDER BY token, holder
  ON CONFLICT (token, holder) DO UPDATE
  SET ${SUMMED.map((column) => `${column} = token_holder.${column} + excluded.${column}`).join(', ')},
      last_sent = greatest(token_holder.last_sent, excluded.last_sent),
      last_received = greatest(token_holder.last_received, excluded.last_received)
  RETURNING token, ${Object.entries(COUNTS)
    .map(([count, change]) => `${change} AS ${count}`)
    .join(', ')}
), counted AS (
  SELECT token, ${HOLDER_COUNTS.map((count) => `sum(${count}) AS ${count}`).join(', ')} FROM held GROUP BY token
)`;

const UNDO = `
WITH ${APPLY_STAGED}
UPDATE token SET ${HOLDER_COUNTS.map((count) => `${count} = token.${count} + counted.${count}`).join(', ')}
FROM counted WHERE address = counted.token`;

const GONE = `
DELETE FROM token_holder USING holder_change change
WHERE (token_holder.token, token_holder.holder) = (change.token, change.holder)
  AND token_holder.sent = 0 AND token_holder.received = 0`;

const UNDONE = {
  from: `
    SELECT token, holder, held.sent AS count FROM token_holder held JOIN holder_change USING (token, holder)
    WHERE held.last_sent BETWEEN $1 AND $2`,
  to: `
    SELECT token, holder, held.received AS count FROM token_holder held JOIN holder_change USING (token, holder)
    WHERE held.last_received BETWEEN $1 AND $2`,
};

/** Asked pair by pair, and not prepared: whether the holder or the token has fewer transfers to walk, the planner sees each time. */
const lastOn = (side: Side): string =>
  `SELECT max(block_number) AS block FROM transfer WHERE ${side}_address = $1 AND token = $2`;

const look = (column: string): string => `
UPDATE token_holder SET ${column} = last.block
FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) AS last (token, holder, block)
WHERE token_holder.token = last.token AND token_holder.holder = last.holder`;

type Side = 'from' | 'to';

/** Writes what became of holders. */
export class HolderTable {
  readonly #rows = new BinaryCopy(10);

  /** Puts changes where `APPLY_STAGED` finds them in the same transaction; those staged before are dropped. */
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
    await tx.query(UNDO);
    await tx.query(GONE);
    await restoreLast(tx, 'from', 'last_sent', [from, to]);
    await restoreLast(tx, 'to', 'last_received', [from, to]);
  }
}

/** Sets the last blocks of holders again, where they are among the deleted ones. */
async function restoreLast(
  tx: PoolClient,
  side: Side,
  column: string,
  deleted: [number, number],
): Promise<void> {
  const { rows: undone } = await tx.query<{ token: Buffer; holder: Buffer; count: number }>(
    UNDONE[side],
    deleted,
  );
  const blocks: (number | null)[] = [];
  for (const { token, holder, count } of undone) {
    const last = count === 0 ? undefined : await tx.query<{ block: number }>(lastOn(side), [holder, token]);
    blocks.push(last?.rows[0]?.block ?? null);
  }
  await tx.query(look(column), [
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
