import type { TokenTransferRow } from '../../../projection/transfer/address-token-transfers.reader.js';
import { orAbsent } from '../../http/record/or-absent.js';
import { transferTokenRecord } from '../../token/transfer-token.record.js';
import type { FeedRole } from '../feed-role.js';
import type { FeedTokenTransferDto } from './feed-token-transfer.dto.js';

/** The record of a token transfer in the feed of an address, which is one of its sides. */
export function feedTokenTransferRecord(row: TokenTransferRow, address: string): FeedTokenTransferDto {
  return {
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    logIndex: row.logIndex,
    token: transferTokenRecord(row),
    eventType: eventType(row),
    role: roleOf(address, row),
    ...orAbsent('from', row.from),
    ...orAbsent('to', row.to),
    // An ERC-777 operator is not what the field promises.
    ...(row.shape === 'erc777' ? undefined : orAbsent('operator', row.operator)),
    ...orAbsent('tokenId', row.tokenId),
    ...orAbsent('value', row.value),
    txHash: row.txHash,
    timestamp: row.timestamp,
    txSender: row.txSender,
    ...orAbsent('txTo', row.txTo),
  };
}

function eventType({ shape, from, to }: TokenTransferRow): string {
  if (from === null) return 'mint';
  if (to === null) return 'burn';
  if (shape === 'erc1155_single') return 'transfer_single';
  return shape === 'erc1155_batch' ? 'transfer_batch' : 'transfer';
}

function roleOf(address: string, { from, to }: TokenTransferRow): FeedRole {
  if (from !== address) return 'receiver';
  return to === address ? 'self' : 'sender';
}
