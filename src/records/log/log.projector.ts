import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import { LOG_COLUMNS, writeLogRows } from './log.table.js';

/** Every log of every canonical block. */
export const logProjector = (): Projector =>
  rowProjector({
    table: 'log',
    blockColumn: 'block_number',
    columns: LOG_COLUMNS,
    write: writeLogRows,
  });
