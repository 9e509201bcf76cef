import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { TRANSFER_SHAPES, type TransferShape, tokenTransfers } from '../../domain/token/token-transfer.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

export const TRANSFER_COLUMNS = [
  'block_number',
  'tx_index',
  'log_index',
  'batch_index',
  'token',
  'shape',
  'from_address',
  'to_address',
  'operator',
  'token_id',
  'value',
];

const SHAPE_NUMBER = new Map<TransferShape, number>(TRANSFER_SHAPES.map((shape, index) => [shape, index]));

/** Adds the rows of one block's token transfers, in log order. */
export function writeTransferRows(rows: BinaryCopy, { header, receipts }: VerifiedBlock): void {
  let firstLogIndex = 0;
  for (let txIndex = 0; txIndex < receipts.length; txIndex++) {
    const { logs } = receipts[txIndex]!;
    for (const transfer of tokenTransfers(logs)) {
      rows
        .row()
        .int8(header.number)
        .int4(txIndex)
        .int4(firstLogIndex + transfer.logIndexInTx)
        .int4(transfer.batchIndex)
        .bytea(transfer.token)
        .int2(SHAPE_NUMBER.get(transfer.shape)!)
        .bytea(transfer.from)
        .bytea(transfer.to)
        .bytea(transfer.operator)
        .numeric(transfer.tokenId)
        .numeric(transfer.value);
    }
    firstLogIndex += logs.length;
  }
}
