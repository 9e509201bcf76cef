import type { Movement } from '../../../projection/token/token-transfers.reader.js';
import { movementRecord } from './movement.record.js';
import type { TokenTransferDto } from './token-transfer.dto.js';

/** The record of a transfer among those of its token. */
export function tokenTransferRecord(row: Movement): TokenTransferDto {
  return { ...movementRecord(row), ...(row.shape === 'erc1155_batch' && { batchIndex: row.batchIndex }) };
}
