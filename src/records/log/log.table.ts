import { packWords } from '../../domain/chain/codec/packed-words.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { storedTopic } from './known-events.js';

export const LOG_COLUMNS = [
  'block_number',
  'log_index',
  'tx_index',
  'log_index_in_tx',
  'address',
  'topic0',
  'topic1',
  'topic2',
  'topic3',
  'data_size',
  'packed_data',
];

/** Adds the rows of one block's logs, in log order. */
export function writeLogRows(rows: BinaryCopy, block: VerifiedBlock): void {
  let logIndex = 0;
  for (let txIndex = 0; txIndex < block.receipts.length; txIndex++) {
    const { logs } = block.receipts[txIndex]!;
    for (let inTx = 0; inTx < logs.length; inTx++) {
      const { address, topics, data } = logs[inTx]!;
      rows.row().int8(block.header.number).int4(logIndex++).int4(txIndex).int4(inTx).bytea(address);
      rows.bytea(topics[0] && storedTopic(topics[0]));
      for (let topic = 1; topic < 4; topic++) writeTopic(rows, topics[topic]);
      rows.int4(data.length).bytea(packWords(data));
    }
  }
}

function writeTopic(rows: BinaryCopy, topic: Buffer | undefined): void {
  rows.bytea(topic && withoutZeros(topic));
}
