import type { Hash } from '../../domain/chain/hex.js';
import { topicOfStored } from './known-events.js';

/** Topics as stored: a known first topic as one byte, others without leading zeros. */
export interface PackedTopics {
  /** Null where the log has fewer topics, like the fields below. */
  readonly topic0: Hash | null;
  readonly topic1: Hash | null;
  readonly topic2: Hash | null;
  readonly topic3: Hash | null;
}

/** The topics that a log was emitted with. */
export function unpackedTopics({ topic0, topic1, topic2, topic3 }: PackedTopics): Hash[] {
  if (topic0 === null) return [];
  const topics = [topicOfStored(topic0)];
  if (topic1 !== null) topics.push(wordOf(topic1));
  if (topic2 !== null) topics.push(wordOf(topic2));
  if (topic3 !== null) topics.push(wordOf(topic3));
  return topics;
}

const wordOf = (topic: Hash): Hash => `0x${topic.slice(2).padStart(64, '0')}`;
