import { describe, expect, it } from '@jest/globals';
import { Prng } from '../../../test/simulation/prng.js';
import type { Address } from '../../domain/chain/hex.js';
import type { Log } from '../../domain/chain/record/block.js';
import { listReaderOf } from '../../engine/facts/extract/field-reader.js';
import { shapeMatcher } from '../../engine/facts/extract/log-shape.js';
import { reverseNode } from '../../engine/facts/extract/reverse-node.js';
import { hasShape } from './has-shape.js';
import { picked } from './picked.js';
import { reverseNodeOf } from './reverse-node-of.js';

const PICKS = [
  'emitter',
  'text',
  'largest_amount',
  'credentials.address',
  'topic1',
  'topic2.address',
  'topic3',
  'word0',
  'word1.address',
  'word4',
  'each:word0.address',
  'each:word1.address',
];

/** Random words that are valid offsets, lengths, addresses and texts far more often than by chance. */
function word(random: Prng): string {
  const small = random.pick(['00', '01', '20', '40', '60', '02', '05', '21', 'a0', '01000000', 'ff']);
  return random.pick([
    random.hex(32).slice(2),
    small.padStart(64, '0'),
    random.hex(20).slice(2).padStart(64, '0'),
    `0${random.pick(['1', '2', '3'])}${'00'.repeat(11)}${random.hex(20).slice(2)}`,
    Buffer.from('a name').toString('hex').padEnd(64, '0'),
    '0'.repeat(64),
  ]);
}

/** One ABI-encoded string, or almost. */
function textData(random: Prng): string {
  const length = random.between(0, 70);
  const text = random
    .hex(length)
    .slice(2)
    .padEnd(Math.ceil(length / 32) * 64, random.chance(0.9) ? '0' : '1');
  return `${'20'.padStart(64, '0')}${length.toString(16).padStart(64, '0')}${text}`;
}

/** ABI-encoded byte strings, the second with withdrawal credentials, or almost. */
function depositData(random: Prng): string {
  const number = (value: number): string => value.toString(16).padStart(64, '0');
  const credentials = `0${random.pick(['1', '2', '3'])}${random.pick(['00', '00', '00', '01']).repeat(11)}${random.hex(20).slice(2)}`;
  return word(random) + number(64) + number(random.pick([32, 32, 32, 33])) + credentials;
}

/** An `address[]` whose offset is in the first or second word, or nearly so. */
function listData(random: Prng): string {
  const number = (value: number): string => value.toString(16).padStart(64, '0');
  const count = random.between(0, 3);
  const addresses = Array.from({ length: Math.max(0, count - Number(random.chance(0.1))) }, () =>
    random
      .hex(random.chance(0.95) ? 20 : 22)
      .slice(2)
      .padStart(64, '0'),
  );
  const head = random.chance(0.5) ? number(32) : `${word(random)}${number(64)}`;
  return head + number(count) + addresses.join('');
}

/** ABI-encoded lists of ids and amounts, or almost. */
function amountsData(random: Prng): string {
  const number = (value: number): string => value.toString(16).padStart(64, '0');
  const count = random.between(0, 3);
  const words = () => Array.from({ length: count }, () => word(random)).join('');
  const second = 96 + 32 * count + (random.chance(0.1) ? 32 : 0);
  const counted = random.chance(0.9) ? count : random.between(0, 3);
  return number(64) + number(second) + number(count) + words() + number(counted) + words();
}

function randomLog(random: Prng): Log {
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
  const topics = Array.from({ length: random.between(1, 4) }, () => bytes(word(random)));
  const words = Array.from({ length: random.between(0, 7) }, () => word(random)).join('');
  const data = random.pick([
    () => words,
    () => words,
    () => textData(random),
    () => listData(random),
    () => depositData(random),
    () => amountsData(random),
  ])();
  return {
    address: bytes(random.hex(20).slice(2)),
    topics,
    data: bytes(random.chance(0.1) ? data.slice(0, random.between(0, data.length >> 1) * 2) : data),
  };
}

describe('picked', () => {
  it('reads 20,000 logs as the extraction of facts does, which shares no code with it', () => {
    const random = new Prng(42);
    const found = new Map<string, number>();
    for (let round = 0; round < 20_000; round++) {
      const log = randomLog(random);
      for (const path of PICKS) {
        const expected = listReaderOf(path)(log);
        if (picked(log, path).join() !== expected.join())
          expect([path, log, picked(log, path)]).toEqual(expected);
        if (expected.length > 0) found.set(path, (found.get(path) ?? 0) + 1);
      }
    }
    // Every path gave values to compare.
    for (const path of PICKS) expect([path, (found.get(path) ?? 0) > 20]).toEqual([path, true]);
  });

  it('distinguishes the shapes of logs as the extraction of facts does', () => {
    const random = new Prng(43);
    let fitting = 0;
    for (let round = 0; round < 10_000; round++) {
      const log = randomLog(random);
      const wanted = random.pick(['zero', 'nonzero', 'address', `0x${'0'.repeat(64)}`]);
      const shape = {
        topic0: `0x${log.topics[0]!.toString('hex')}`,
        topics: random.chance(0.9) ? log.topics.length : 2,
        ...(random.chance(0.3) ? { dataLength: 64 } : {}),
        ...(random.chance(0.1) ? { decodes: random.pick(['text', 'equal_arrays'] as const) } : {}),
        where: { [random.pick(['topic1', 'word0', 'word1.address', 'emitter'])]: wanted },
      };
      const expected = shapeMatcher(shape)(log);
      if (hasShape(log, shape) !== expected) expect([shape, log]).toEqual(expected);
      if (expected) fitting++;
    }
    expect(fitting).toBeGreaterThan(1_000);
  });

  it('gives the reverse node of an address', () => {
    const address: Address = `0x${'b8'.repeat(20)}`;
    expect(reverseNodeOf(address)).toBe(`0x${reverseNode(address).toString('hex')}`);
  });
});
