import type { PoolClient } from 'pg';
import { tokenTransfers } from '../../domain/token/token-transfer.js';
import type { Projector } from '../../event-store/projector.js';
import { TransferTable } from '../../records/transfer/transfer.table.js';
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

const transfers = new TransferTable();

/**
 * Every token transfer; what they add up to for every token and holder; what tokens declare of themselves. One projector, so that what is
 * summed can be subtracted by the rows it was summed from.
 */
export const tokenProjector: Projector = {
  name: 'token',

  async handle(tx: PoolClient, blocks): Promise<void> {
    await transfers.add(
      tx,
      blocks.map(({ block }) => block),
    );
    const changes = new HolderChanges();
    for (const { block } of blocks)
      for (const { logs } of block.receipts)
        for (const transfer of tokenTransfers(logs)) changes.add(block.header.number, transfer);
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
    for (const transfer of await transfers.remove(tx, from, to)) changes.subtract(transfer);
    await undoHolderChanges(tx, changes, from, to);
    await undoActivity(tx, from, to);
    await unwindDeclarations(tx, from, to);
  },

  async clear(tx: PoolClient): Promise<void> {
    await transfers.clear(tx);
    await tx.query('TRUNCATE token_holder');
    await clearActivity(tx);
    await clearDeclarations(tx);
  },
};
