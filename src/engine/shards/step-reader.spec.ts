import { describe, expect, it } from '@jest/globals';
import { verifiedBlock } from '../../../test/builder/verified-block.js';
import { encodeEvent, type StoredEvent } from '../../event-store/event-codec.js';
import type { BlockFacts } from '../facts/block-facts.js';
import { StepReader } from './step-reader.js';

const FIRST = 1_000;

function stored(position: number): StoredEvent {
  const block = verifiedBlock(FIRST + position, 'made', Buffer.alloc(32, 1), []);
  const event = { kind: 'BlockAppended' as const, position, block };
  return { kind: 'BlockAppended', position, digest: Buffer.alloc(32), ...encodeEvent(event) };
}

/** Readers of a log that grows, and how many events each has read. */
function readersOf(shards: number, log: StoredEvent[]) {
  const read = new Array<number>(shards).fill(0);
  const readers: StepReader[] = [];
  for (let shard = 0; shard < shards; shard++)
    readers.push(
      new StepReader({
        ...{ shard, shards },
        log: {
          after: async (position, limit) => {
            const events = log.filter((one) => one.position > position).slice(0, limit);
            read[shard]! += events.length;
            return events;
          },
        },
        factsOf: (blocks): BlockFacts => ({
          blocks: blocks.map(({ header }) => ({ hash: '0x', header: { number: header.number } })),
          ...{ rows: new Map(), atWork: new Map() },
        }),
        foreign: (other, place) => readers[other]!.shareOf(shard, place),
      }),
    );
  return { readers, read };
}

const numbers = ({ blocks }: BlockFacts): number[] => blocks.map(({ header }) => header.number);
const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => FIRST + from + at);

describe('the facts of a step that several shards read', () => {
  it.each([1, 2, 3, 4, 8])('are of all blocks in order, each read once, with %i', async (shards) => {
    const { readers, read } = readersOf(
      shards,
      range(1, 30).map((_, at) => stored(at + 1)),
    );
    for (const place of [
      { after: 0, count: 7 },
      { after: 7, count: 3 },
      { after: 10, count: 20 },
    ]) {
      const found = await Promise.all(readers.map((reader) => reader.of(place)));
      for (const facts of found) expect(numbers(facts)).toEqual(range(place.after + 1, place.count));
    }
    expect(read.reduce((sum, one) => sum + one)).toBe(30);
  });

  it('are read before they are asked for, also where the log ended there then', async () => {
    const log = [1, 2, 3, 4, 5].map(stored);
    const { readers, read } = readersOf(2, log);
    await Promise.all(readers.map((reader) => reader.of({ after: 0, count: 4 })));
    for (const reader of readers) reader.readAhead({ after: 0, count: 4 });
    log.push(...[6, 7, 8].map(stored));
    await new Promise(setImmediate);
    const found = await Promise.all(readers.map((reader) => reader.of({ after: 4, count: 4 })));
    for (const facts of found) expect(numbers(facts)).toEqual(range(5, 4));
    for (const reader of readers) reader.readAhead({ after: 4, count: 4 });
    await new Promise(setImmediate);
    log.push(...[9, 10, 11, 12].map(stored));
    const later = await Promise.all(readers.map((reader) => reader.of({ after: 8, count: 4 })));
    for (const facts of later) expect(numbers(facts)).toEqual(range(9, 4));
    expect(read.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(12);
    await expect(Promise.all(readers.map((reader) => reader.of({ after: 8, count: 5 })))).rejects.toThrow(
      'the log has no 5 blocks after 8',
    );
  });

  it('are read again where an event was shown before its payload', async () => {
    const log = [1, 2, 3, 4].map(stored);
    const { readers } = readersOf(2, log);
    await Promise.all(readers.map((reader) => reader.of({ after: 0, count: 2 })));
    const [whole] = log.splice(3, 1, { ...log[3]!, payload: Buffer.alloc(0) });
    for (const reader of readers) reader.readAhead({ after: 0, count: 2 });
    await new Promise(setImmediate);
    await expect(readers[0]!.of({ after: 2, count: 2 })).rejects.toThrow();
    for (const reader of readers) reader.readAhead({ after: 0, count: 2 });
    await new Promise(setImmediate);
    log[3] = whole!;
    const found = await Promise.all(readers.map((reader) => reader.of({ after: 2, count: 2 })));
    for (const facts of found) expect(numbers(facts)).toEqual(range(3, 2));
  });
});
