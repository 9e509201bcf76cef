import { unpackWords } from '../../domain/chain/codec/packed-words.js';
import type { Hash, Hex } from '../../domain/chain/hex.js';
import { topicOfStored } from './known-events.js';

interface PackedLog {
  readonly topic0: Hash | null;
  readonly topic1: Hash | null;
  readonly topic2: Hash | null;
  readonly topic3: Hash | null;
  readonly data: Hex;
}

/** The log of a row. Known events are stored as a byte, other topics without leading zeros, and data is packed. */
export function unpackedLog<Row extends PackedLog>(row: Row): Row {
  return {
    ...row,
    topic0: row.topic0 && topicOfStored(row.topic0),
    topic1: wordOf(row.topic1),
    topic2: wordOf(row.topic2),
    topic3: wordOf(row.topic3),
    data: unpackWords(row.data),
  };
}

function wordOf(topic: Hash | null): Hash | null {
  return topic && `0x${topic.slice(2).padStart(64, '0')}`;
}
