import type { PoolClient } from 'pg';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import type { HolderChange, HolderChanges } from './holder-changes.js';
import { undoHolders } from './token-sums.table.js';

/** Emptied by the end of every transaction. */
const STAGE = `
CREATE TEMP TABLE IF NOT EXISTS holder_change (
  token bytea, holder bytea, amount numeric, items numeric, amount_moves int8, item_moves int8, sent int8, received int8,
  last_sent int8, last_received int8
) ON COMMIT DELETE ROWS`;

const COPY = `
COPY holder_change (token, holder, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received)
FROM STDIN BINARY`;

/** Writes the changes of holders. */
export class HolderTable {
  readonly #rows = new BinaryCopy(10);

  /** Puts changes where `addToTokens` and `undoHolders` find them in the same transaction; those staged before are dropped. */
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
    await undoHolders(tx, from, to);
  }
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
