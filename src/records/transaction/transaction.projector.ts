import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import { TRANSACTION_COLUMNS, writeTransactionRows } from './transaction.table.js';

/** Every transaction of every canonical block. */
export const transactionProjector = (): Projector =>
  rowProjector({
    table: 'transaction',
    blockColumn: 'block_number',
    columns: TRANSACTION_COLUMNS,
    write: writeTransactionRows,
  });
