import { undoneFrames } from '../../domain/chain/protocol/undone-frames.js';
import {
  FRAME_TYPES,
  type Frame,
  type FrameType,
  type VerifiedBlock,
} from '../../domain/chain/record/block.js';
import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

/** Every inner frame that moves value, even if undone. Other frames stay in the events. */
export const internalTransferProjector = (): Projector =>
  rowProjector({
    table: 'internal_transfer',
    blockColumn: 'block_number',
    columns: [
      'block_number',
      'tx_index',
      'ordinal',
      'type',
      'reverted',
      'from_address',
      'to_address',
      'value',
      'path',
    ],
    write: writeInternalTransfers,
  });

const TYPE_NUMBER = new Map<FrameType, number>(FRAME_TYPES.map((type, index) => [type, index]));

/** Bytes of a root frame's path. */
const ROOT_BYTES = 2;

function writeInternalTransfers(rows: BinaryCopy, { header, frames = [] }: VerifiedBlock): void {
  frames.forEach((ofTransaction, txIndex) => {
    if (!ofTransaction.some(movesValue)) return;
    const undone = undoneFrames(ofTransaction);
    ofTransaction.forEach((frame, ordinal) => {
      if (!movesValue(frame)) return;
      rows
        .row()
        .int8(header.number)
        .int4(txIndex)
        .int4(ordinal)
        .int2(TYPE_NUMBER.get(frame.type)!)
        .bool(undone[ordinal]!)
        .bytea(frame.from)
        .bytea(frame.to)
        .numeric(frame.value)
        .bytea(frame.path);
    });
  });
}

/** Whether an inner frame moves value. CALLCODE does not: it runs as its caller. */
function movesValue({ path, type, value }: Frame): boolean {
  return path.length > ROOT_BYTES && value > 0n && type !== 'CALLCODE';
}
