import type { PoolClient } from 'pg';
import { TRANSFER_SHAPES, tokenTransfers } from '../../domain/token/token-transfer.js';
import type { Projector } from '../../event-store/projector.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { TRANSFER_COLUMNS, writeTransferRows } from '../../records/transfer/transfer.table.js';
import { stageHolderChanges, undoHolderChanges } from './holder.table.js';
import { HolderChanges } from './holder-changes.js';
import { redeclarations } from './redeclarations.js';
import { addActivity, clearActivity, undoActivity } from './token-activity.table.js';
import {
  clearDeclarations,
  learnDeclarations,
  requestDeclarations,
  unwindDeclarations,
} from './token-declaration.js';

const COPY = `COPY transfer (${TRANSFER_COLUMNS.join(', ')}) FROM STDIN BINARY`;

/** Amounts are text: they may be larger than numbers. */
const DELETE = `
DELETE FROM transfer WHERE block_number BETWEEN $1 AND $2
RETURNING token, shape, from_address AS "from", to_address AS "to", value::text`;

interface ForgottenRow {
  readonly token: Buffer;
  readonly shape: number;
  readonly from: Buffer | null;
  readonly to: Buffer | null;
  readonly value: string | null;
}

/**
 * Every token transfer; what they add up to for every token and holder; what tokens declare of themselves. One projector, so that what is
 * summed can be subtracted by the rows it was summed from.
 */
export const tokenProjector: Projector = {
  name: 'token',

  async handle(tx: PoolClient, blocks): Promise<void> {
    rows.clear();
    const changes = new HolderChanges();
    for (const { block } of blocks) {
      writeTransferRows(rows, block);
      for (const { logs } of block.receipts)
        for (const transfer of tokenTransfers(logs)) changes.add(block.header.number, transfer);
    }
    await copyInto(tx, COPY, rows.finish());
    await stageHolderChanges(tx, changes);
    const firsts = await addActivity(
      tx,
      blocks.map(({ block }) => block),
    );
    await requestDeclarations(
      tx,
      firsts,
      blocks.flatMap(({ block }) => redeclarations(block)),
    );
  },

  record: learnDeclarations,

  async unwind(tx: PoolClient, from, to): Promise<void> {
    const changes = new HolderChanges();
    for (const row of (await tx.query<ForgottenRow>(DELETE, [from, to])).rows) changes.subtract(moved(row));
    await undoHolderChanges(tx, changes, from, to);
    await undoActivity(tx, from, to);
    await unwindDeclarations(tx, from, to);
  },

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE transfer, token_holder');
    await clearActivity(tx);
    await clearDeclarations(tx);
  },
};

function moved({ token, shape, from, to, value }: ForgottenRow) {
  return {
    token,
    shape: TRANSFER_SHAPES[shape]!,
    ...(from && { from }),
    ...(to && { to }),
    ...(value !== null && { value: BigInt(value) }),
  };
}

// One buffer for all flushes: memory is taken once.
const rows = new BinaryCopy(TRANSFER_COLUMNS.length);
