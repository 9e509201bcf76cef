import { tokenTransfers } from '../../domain/token/token-transfer.js';
import { applyEvents } from '../../event-store/apply-events.js';
import type { Projector } from '../../event-store/projector.js';
import { logProjector } from '../../records/log/log.projector.js';
import { TransferTable } from '../../records/transfer/transfer.table.js';
import { HolderTable } from './holder.table.js';
import { HolderChanges } from './holder-changes.js';
import { redeclarations } from './redeclarations.js';
import { clearActivity, TokenActivityTable } from './token-activity.table.js';
import {
  clearDeclarations,
  learnDeclarations,
  requestDeclarations,
  unwindDeclarations,
} from './token-declaration.js';
import { undoActivity, undoHolders } from './token-sums.table.js';

/**
 * Logs, the token transfers in them, their sums by token and holder, and what tokens declare. All in one
 * projector, so that an unwind can subtract deleted transfers from the sums. These transfers are read from
 * the logs, which must be the logs that were summed, also in a rebuild.
 */
export function tokenProjector(): Projector {
  const logs = logProjector();
  const transfers = new TransferTable();
  const holders = new HolderTable();
  const activity = new TokenActivityTable();
  return {
    name: 'token',

    on: {
      async BlockAppended(tx, appended): Promise<void> {
        await applyEvents(logs, tx, appended);
        const blocks = appended.map(({ block }) => block);
        await transfers.add(tx, blocks);
        const changes = new HolderChanges();
        for (const block of blocks)
          for (const { logs } of block.receipts)
            for (const transfer of tokenTransfers(logs)) changes.add(block.header.number, transfer);
        const firsts = await activity.add(tx, blocks, await holders.add(tx, changes.all()));
        await requestDeclarations(tx, firsts, blocks.flatMap(redeclarations));
      },

      ReadRecorded: learnDeclarations,
    },

    async unwind(tx, from, to): Promise<void> {
      const changes = new HolderChanges();
      for (const transfer of await transfers.remove(tx, from, to)) changes.subtract(transfer);
      await logs.unwind(tx, from, to);
      await undoHolders(tx, await holders.undo(tx, changes.all(), from, to));
      await undoActivity(tx, from, to);
      await unwindDeclarations(tx, from, to);
    },

    async clear(tx): Promise<void> {
      await transfers.clear(tx);
      await logs.clear(tx);
      await holders.clear(tx);
      await clearActivity(tx);
      await clearDeclarations(tx);
    },
  };
}
