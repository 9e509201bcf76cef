import type { EventRow } from '../../../records/log/contract-events.reader.js';
import { decodeEvent } from '../../../signature/decode-event.js';
import type { SignatureBook } from '../../../signature/signature-book.js';
import type { EventLogDto } from './event-log.dto.js';

/** The record of a log. */
export function eventLogRecord(address: string, row: EventRow, signatures: SignatureBook): EventLogDto {
  const topics = topicsOf(row);
  return {
    address,
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    logIndex: row.logIndex,
    logIndexInTx: row.logIndexInTx,
    txHash: row.txHash,
    timestamp: row.timestamp,
    topics,
    data: row.data,
    ...decodeEvent(signatures, topics, row.data),
  };
}

function topicsOf({ topic0, topic1, topic2, topic3 }: EventRow): string[] {
  return [topic0, topic1, topic2, topic3].filter((topic) => topic !== null);
}
