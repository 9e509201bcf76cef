import type { InternalTransferRow } from '../../records/frame/internal-transfers.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { FeedInternalTransferDto } from './feed-internal-transfer.dto.js';
import { partOf } from './feed-role.js';

/** The record of an internal transfer in the feed of an address. */
export function feedInternalTransferRecord(
  row: InternalTransferRow,
  address: string,
): FeedInternalTransferDto {
  const { role, counterparty } = partOf(address, row.from, row.to);
  return {
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    timestamp: row.timestamp,
    txHash: row.txHash,
    callPath: row.path.slice(2),
    callDepth: (row.path.length - 2) / 4,
    callType: row.type.toLowerCase(),
    from: row.from,
    valueWei: row.value,
    status: row.reverted ? 'reverted' : 'success',
    role,
    ...orAbsent('to', row.to),
    ...orAbsent('counterparty', counterparty),
  };
}
