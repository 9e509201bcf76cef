import type { TokenTransferRow } from '../../../projection/token/address-token-transfers.reader.js';
import { movementRecord } from '../../token/transfer/movement.record.js';
import { transferTokenRecord } from '../../token/transfer-token.record.js';
import type { FeedRole } from '../feed-role.js';
import type { FeedTokenTransferDto } from './feed-token-transfer.dto.js';

/** The record of a token transfer in the feed of an address, which is one of its sides. */
export function feedTokenTransferRecord(row: TokenTransferRow, address: string): FeedTokenTransferDto {
  return {
    ...movementRecord(row),
    token: transferTokenRecord(row.token, row),
    role: roleOf(address, row),
  };
}

function roleOf(address: string, { from, to }: TokenTransferRow): FeedRole {
  if (from !== address) return 'receiver';
  return to === address ? 'self' : 'sender';
}
