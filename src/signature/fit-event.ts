import { type AbiType, abiType } from './abi-type.js';
import type { EventInput } from './declaration.js';
import type { DecodedArg, DecodedValue } from './decoded-event.js';
import { encodedValues } from './encoded-values.js';
import { WORD_DIGITS, wordValue } from './word-value.js';

/** Topics and data of a log without the signature hash, as hex without 0x. */
export interface LogContent {
  /** The topics after the first. */
  readonly topics: readonly string[];
  readonly data: string;
}

/**
 * The arguments in order of declaration; undefined unless an event with these parameters gives exactly these
 * topics and data.
 */
export function fitEvent(inputs: readonly EventInput[], log: LogContent): DecodedArg[] | undefined {
  if (indexedCount(inputs) !== log.topics.length) return undefined;
  const unindexed: AbiType[] = [];
  const fromTopics: DecodedValue[] = [];
  for (const input of inputs) {
    const type = abiType(input.type);
    if (type === undefined) return undefined;
    if (!input.indexed) {
      unindexed.push(type);
      continue;
    }
    const value = topicValue(type, log.topics[fromTopics.length]!);
    if (value === undefined) return undefined;
    fromTopics.push(value);
  }
  const fromData = encodedValues(unindexed, log.data);
  if (fromData === undefined) return undefined;
  // Topics are in order of declaration, and so are the values in the data.
  let topics = 0;
  let values = 0;
  return inputs.map(({ name, type, indexed }) => {
    const value = indexed ? fromTopics[topics++]! : fromData[values++]!;
    return { name, type, value, indexed };
  });
}

/** Number of indexed parameters, each of which becomes a topic. */
export function indexedCount(inputs: readonly EventInput[]): number {
  return inputs.reduce((count, { indexed }) => (indexed ? count + 1 : count), 0);
}

/** The value in a topic. Types that may take more than a word are stored as a hash only. */
function topicValue(type: AbiType, topic: string): DecodedValue | undefined {
  if (topic.length !== WORD_DIGITS) return undefined;
  switch (type.kind) {
    case 'bytes':
    case 'string':
    case 'array':
    case 'tuple':
      return { hash: `0x${topic}`, dynamic: true };
    default:
      return wordValue(type, topic, 0);
  }
}
