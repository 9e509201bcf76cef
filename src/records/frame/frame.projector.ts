import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import { FRAME_COLUMNS, writeFrameRows } from './frame.table.js';

/** Every call frame of every canonical block whose traces are known. */
export const frameProjector = (): Projector =>
  rowProjector({
    table: 'frame',
    blockColumn: 'block_number',
    columns: FRAME_COLUMNS,
    write: writeFrameRows,
  });
