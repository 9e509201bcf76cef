import { TRANSFER_SHAPES, tokenTransfers } from '../../domain/token/token-transfer.js';
import type { Projector } from '../../event-store/projector.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { TRANSFER_COLUMNS, writeTransferRows } from '../../records/transfer/transfer.table.js';
import { HolderTable } from './holder.table.js';
import { HolderChanges } from './holder-changes.js';
import { redeclarations } from './redeclarations.js';
import { clearActivity, TokenActivityTable, undoActivity } from './token-activity.table.js';
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

interface DeletedTransfer {
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
export function tokenProjector(): Projector {
  const rows = new BinaryCopy(TRANSFER_COLUMNS.length);
  const holders = new HolderTable();
  const activity = new TokenActivityTable();
  return {
    name: 'token',

    on: {
      async BlockAppended(tx, appended): Promise<void> {
        const blocks = appended.map(({ block }) => block);
        rows.clear();
        const changes = new HolderChanges();
        for (const block of blocks) {
          writeTransferRows(rows, block);
          for (const { logs } of block.receipts)
            for (const transfer of tokenTransfers(logs)) changes.add(block.header.number, transfer);
        }
        await copyInto(tx, COPY, rows.finish());
        await holders.stage(tx, changes);
        const firsts = await activity.add(tx, blocks);
        await requestDeclarations(tx, firsts, blocks.flatMap(redeclarations));
      },

      ReadRecorded: learnDeclarations,
    },

    async unwind(tx, from, to): Promise<void> {
      const changes = new HolderChanges();
      const deleted = await tx.query<DeletedTransfer>(DELETE, [from, to]);
      for (const row of deleted.rows) changes.subtract(moved(row));
      await holders.undo(tx, changes, from, to);
      await undoActivity(tx, from, to);
      await unwindDeclarations(tx, from, to);
    },

    async clear(tx): Promise<void> {
      await tx.query('TRUNCATE transfer, token_holder');
      await clearActivity(tx);
      await clearDeclarations(tx);
    },
  };
}

function moved({ token, shape, from, to, value }: DeletedTransfer) {
  return {
    token,
    shape: TRANSFER_SHAPES[shape]!,
    ...(from && { from }),
    ...(to && { to }),
    ...(value !== null && { value: BigInt(value) }),
  };
}
