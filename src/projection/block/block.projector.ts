import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import type { ForkSchedule } from '../../kernel/chain/fork-schedule.js';
import { BLOCK_COLUMNS, writeBlockRow } from './block.table.js';

/** Every canonical block with its totals. */
export function blockProjector(schedule: ForkSchedule): Projector {
  return rowProjector({
    table: 'block',
    blockColumn: 'number',
    columns: BLOCK_COLUMNS,
    write: (rows, block) => writeBlockRow(rows, block, schedule),
  });
}
