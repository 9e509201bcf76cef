import { runsAs } from '../../domain/chain/protocol/keeps-context.js';
import { FRAME_TYPES, type FrameType, type VerifiedBlock } from '../../domain/chain/record/block.js';
import { callPaths } from '../../domain/chain/record/call-paths.js';
import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

/** Bytes of revert data that a row holds at most; the event holds all of it. */
const MAX_REVERT_BYTES = 4096;

/** Every call that failed itself, with its place among all calls, where the tracer lists those. */
export const failedFrameProjector = (): Projector =>
  rowProjector({
    table: 'failed_frame',
    blockColumn: 'block_number',
    columns: [
      'block_number',
      'tx_index',
      'call_path',
      'type',
      'from_address',
      'to_address',
      'gas_used',
      'error',
      'output',
      'output_size',
    ],
    write: writeFailedFrames,
  });

interface FailedCall {
  readonly type: FrameType;
  readonly from: Buffer;
  readonly to?: Buffer;
  readonly gasUsed: number;
  readonly output: Buffer;
  readonly error?: string;
}

function writeFailedFrames(rows: BinaryCopy, { header, frames, precompileCalls }: VerifiedBlock): void {
  precompileCalls?.forEach((calls, txIndex) => {
    const list = frames![txIndex]!;
    if (calls.length === 0 && list.every(({ error }) => error === undefined)) return;
    const { ofFrames, ofPrecompileCalls } = callPaths(list, calls);
    list.forEach((frame, at) => {
      writeRow(rows, header.number, txIndex, ofFrames[at]!, frame);
    });
    calls.forEach(({ caller, failure }, at) => {
      // A frame runs as the callee, or, where it borrows code, as its caller.
      if (failure)
        writeRow(rows, header.number, txIndex, ofPrecompileCalls[at]!, {
          ...failure,
          from: runsAs(list[caller]!)!,
        });
    });
  });
}

function writeRow(
  rows: BinaryCopy,
  blockNumber: number,
  txIndex: number,
  callPath: Buffer,
  { type, from, to, gasUsed, error, output }: FailedCall,
): void {
  if (error === undefined) return;
  rows
    .row()
    .int8(blockNumber)
    .int4(txIndex)
    .bytea(callPath)
    .int2(FRAME_TYPES.indexOf(type))
    .bytea(from)
    .bytea(to)
    .int8(gasUsed)
    .text(error)
    .bytea(output.subarray(0, MAX_REVERT_BYTES))
    .int4(output.length);
}
