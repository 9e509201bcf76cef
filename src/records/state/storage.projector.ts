import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import type { Projector } from '../../event-store/projector.js';
import { clearStateReads, unwindStateReads } from '../../event-store/state-read-request.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { addStateAnswers, STATE_REQUESTER } from './state-answer.table.js';
import { storageChanges } from './storage-changes.js';

const COPY_CHANGES = 'COPY storage_change (block_number, address, slot, before, after) FROM STDIN BINARY';
const COPY_CLEARINGS = 'COPY storage_clearing (block_number, address) FROM STDIN BINARY';
const OF_BLOCKS = ['storage_change', 'storage_clearing', 'state_answer'];

/**
 * Every slot that state diffs list, by block; the blocks that cleared an account's storage; and state that
 * nodes gave for API requests.
 */
export function storageProjector(): Projector {
  const changes = new BinaryCopy(5);
  const clearings = new BinaryCopy(2);
  return {
    name: 'storage',

    on: {
      async BlockAppended(tx, blocks): Promise<void> {
        changes.clear();
        clearings.clear();
        for (const { block } of blocks) {
          const { number } = block.header;
          for (const account of storageChanges(block)) {
            if (account.isCleared) clearings.row().int8(number).bytea(account.address);
            for (const { address, slot, before, after } of account.changes) {
              const row = changes.row().int8(number).bytea(address).bytea(withoutZeros(slot));
              row.bytea(before && withoutZeros(before)).bytea(withoutZeros(after));
            }
          }
        }
        if (changes.rows > 0) await copyInto(tx, COPY_CHANGES, changes.finish());
        if (clearings.rows > 0) await copyInto(tx, COPY_CLEARINGS, clearings.finish());
      },

      ReadRecorded: addStateAnswers,
    },

    async unwind(tx, from, to): Promise<void> {
      for (const table of OF_BLOCKS)
        await tx.query(`DELETE FROM ${table} WHERE block_number BETWEEN $1 AND $2`, [from, to]);
      await unwindStateReads(tx, STATE_REQUESTER, from, to);
    },

    async clear(tx): Promise<void> {
      await tx.query(`TRUNCATE ${OF_BLOCKS.join(', ')}`);
      await clearStateReads(tx, STATE_REQUESTER);
    },
  };
}
