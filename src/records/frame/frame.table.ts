import { undoneFrames } from '../../domain/chain/protocol/undone-frames.js';
import {
  FRAME_TYPES,
  type Frame,
  type FrameType,
  type VerifiedBlock,
} from '../../domain/chain/record/block.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

export const FRAME_COLUMNS = [
  'block_number',
  'tx_index',
  'path',
  'type',
  'from_address',
  'to_address',
  'value',
  'gas',
  'gas_used',
  'selector',
  'input_size',
  'error',
  'output',
  'output_size',
  'reverted',
];

/** Revert data is kept in rows up to this many bytes; the whole of it stays in the event. */
export const MAX_REVERT_BYTES = 4096;

const TYPE_NUMBER = new Map<FrameType, number>(FRAME_TYPES.map((type, index) => [type, index]));

/** Adds the rows of one block's frames, in pre-order; none where the node gave no traces. */
export function writeFrameRows(rows: BinaryCopy, block: VerifiedBlock): void {
  block.frames?.forEach((frames, txIndex) => {
    const undone = undoneFrames(frames);
    frames.forEach((frame, at) => {
      writeFrameRow(rows, block.header.number, txIndex, frame, undone[at]!);
    });
  });
}

function writeFrameRow(
  rows: BinaryCopy,
  blockNumber: number,
  txIndex: number,
  frame: Frame,
  reverted: boolean,
): void {
  rows
    .row()
    .int8(blockNumber)
    .int4(txIndex)
    .bytea(frame.path)
    .int2(TYPE_NUMBER.get(frame.type)!)
    .bytea(frame.from)
    .bytea(frame.to)
    .numeric(frame.value)
    .int8(frame.gas)
    .int8(frame.gasUsed)
    .bytea(selector(frame))
    .int4(frame.input.length)
    .text(frame.error)
    .bytea(frame.error === undefined ? undefined : frame.output.subarray(0, MAX_REVERT_BYTES))
    .int4(frame.output.length)
    .bool(reverted);
}

/** The four bytes that choose a function; none on a creation or a call with less data. */
function selector({ type, input }: Frame): Buffer | undefined {
  return type === 'CREATE' || type === 'CREATE2' || input.length < 4 ? undefined : input.subarray(0, 4);
}
