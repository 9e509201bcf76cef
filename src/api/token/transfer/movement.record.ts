import type { Movement } from '../../../projection/token/token-transfers.reader.js';
import { orAbsent } from '../../http/record/or-absent.js';
import type { MovementDto } from './movement.dto.js';

/** Fields of every record of a transfer. */
export function movementRecord(row: Movement): MovementDto {
  return {
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    logIndex: row.logIndex,
    eventType: eventType(row),
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

function eventType({ shape, from, to }: Movement): string {
  if (from === null) return 'mint';
  if (to === null) return 'burn';
  if (shape === 'erc1155_single') return 'transfer_single';
  return shape === 'erc1155_batch' ? 'transfer_batch' : 'transfer';
}
