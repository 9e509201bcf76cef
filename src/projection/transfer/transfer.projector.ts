import { rowProjector } from '../../event-store/row-projector.js';
import { TRANSFER_COLUMNS, writeTransferRows } from './transfer.table.js';

/** Every token transfer of every canonical block. */
export const transferProjector = rowProjector({
  table: 'transfer',
  blockColumn: 'block_number',
  columns: TRANSFER_COLUMNS,
  write: writeTransferRows,
});
