import { beforeAll, describe, expect, it } from '@jest/globals';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Log } from '../../src/domain/chain/record/block.js';
import { account, addressNamed, claimsOfChain } from '../fixture/evaluated-chain.js';
import { claimText } from '../fixture/proven-claims.js';

const SOMEBODY = addressNamed('somebody');
const SENDER = addressNamed('sender');

/** Words that are neither addresses nor offsets nor lengths. */
const WORDS: Readonly<Record<string, Buffer>> = {
  ones: Buffer.alloc(32, 0xff),
  'an address with a dirty byte above it': Buffer.concat([Buffer.alloc(11), Buffer.from([1]), SOMEBODY]),
  'an address at the wrong end': Buffer.concat([SOMEBODY, Buffer.alloc(12)]),
  'the sign bit': Buffer.concat([Buffer.from([0x80]), Buffer.alloc(31)]),
};
const SIZES = [0, 1, 31, 32, 33, 63, 64, 65, 96, 127, 128, 160, 192, 576, 1_000];
const TOPICS = [0, 1, 2, 3, 4];

/** Paused() without words, as the first pausable contracts emit it: it can only be malformed by trailing data. */
const PAUSE = '0x6985a02210a168e66602d3235cb6db0e70f92b3ba4d376a33c0f3d9434bff625';
/** Claims of every address here. */
const OF_ALL = ['address_nature:contract', 'derived:account_type:contract'];
/** Definitions that read no log. */
const BY_LISTS = [
  'address_nature:eoa',
  'address_nature:precompile',
  'derived:account_type:eoa',
  'identity:listed_name',
  'risk:listed_scam',
  'risk:sanctioned_ofac',
  'role:deposit_contract',
  'role:fee_recipient',
  'role:mixer_pool',
];

/** Topics of every event that a definition reads, as 0x text. */
function topicsRead(): string[] {
  const texts = readDefinitions(false).catalog.sources.map(({ text }) => text);
  const read = texts.flatMap((text) => [...text.matchAll(/"topic0":"(0x[0-9a-f]{64})"/g)]);
  return [...new Set(read.map(([, topic]) => topic!))].sort();
}

/** The event with every number of topics and data of every size, with no well-formed word. */
function shapesOf(topic: string): Log[] {
  const address = addressNamed(topic);
  const first = fromHex(topic);
  return Object.values(WORDS).flatMap((word) =>
    TOPICS.flatMap((count) =>
      SIZES.map((size) => ({
        address,
        topics: [first, word, word, word].slice(0, count),
        data: Buffer.alloc(size, word),
      })),
    ),
  );
}

describe('every event that definitions read, in hundreds of wrong shapes', () => {
  const topics = topicsRead();
  let claims: Awaited<ReturnType<typeof claimsOfChain>>;

  beforeAll(async () => {
    claims = await claimsOfChain(
      topics.map((topic) => account(addressNamed(topic))),
      topics.map((topic) => [{ from: SENDER, to: addressNamed(topic), logs: shapesOf(topic) }]),
    );
  });

  it('proves nothing about its emitter, except events without parameters that count', () => {
    expect(topics.length).toBeGreaterThan(20);
    for (const topic of topics) {
      const own = claims.get(toHex(addressNamed(topic)))!.map(claimText);
      const more = topic === PAUSE ? ['token:pausable', 'token:paused'] : [];
      expect([topic, own]).toEqual([topic, [...OF_ALL, ...more]]);
    }
  });

  it('proves nothing about other addresses', () => {
    const emitters = new Set<string>(topics.map((topic) => toHex(addressNamed(topic))));
    const others = [...claims.values()].flat().filter(({ subject }) => !emitters.has(subject));
    expect([...new Set(others.map(({ id }) => id))].sort()).toEqual(BY_LISTS);
  });
});
