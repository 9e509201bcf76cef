import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { applyEvents } from '../../event-store/apply-events.js';
import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import { BLOCK_COLUMNS, writeBlockRow } from './block.table.js';
import { addToBuckets, sumBucketsAgain } from './fee-recipient-buckets.js';

/** Every canonical block with its totals, and how many blocks each fee recipient has had. */
export function blockProjector(schedule: ForkSchedule): Projector {
  const rows = rowProjector({
    table: 'block',
    blockColumn: 'number',
    columns: BLOCK_COLUMNS,
    write: (copy, block) => writeBlockRow(copy, block, schedule),
  });
  return {
    name: rows.name,
    on: {
      async BlockAppended(tx, blocks): Promise<void> {
        await applyEvents(rows, tx, blocks);
        await addToBuckets(
          tx,
          blocks.map(({ block }) => block.header.number),
        );
      },
    },
    async unwind(tx, from, to): Promise<void> {
      await rows.unwind(tx, from, to);
      await sumBucketsAgain(tx, from, to);
    },
    async clear(tx): Promise<void> {
      await tx.query('TRUNCATE block, fee_recipient_bucket');
    },
  };
}
