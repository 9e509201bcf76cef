import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sourcedBlock } from '../../../test/builder/sourced-block.js';
import { decodeBundle, encodeBundle } from '../../domain/chain/codec/bundle.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import {
  FRAME_TYPES,
  type Frame,
  type StateChange,
  type VerifiedBlock,
} from '../../domain/chain/record/block.js';
import { frameLevel, nextFramePath } from '../../domain/chain/record/frame-path.js';
import { verifyBlock } from './verify-block.js';

const block = verifyBlock(await sourcedBlock());
const emptyBlock: VerifiedBlock = {
  hash: block.hash,
  header: block.header,
  transactions: [],
  receipts: [],
  ommerCount: 0,
  ommers: [],
};

const bytes = (size: fc.Arbitrary<number>) =>
  size.chain((length) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((content) => Buffer.from(content)),
  );
// Few different addresses, so that frames name those of their callers.
const address = fc.integer({ min: 1, max: 4 }).map((byte) => Buffer.alloc(20, byte));
const word = fc.oneof(bytes(fc.constant(32)), fc.nat(70_000).map(paddedWord));
const amount = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
);
const content = bytes(fc.oneof(fc.constant(0), fc.nat(40), fc.constant(200)));
const gas = fc.oneof(fc.nat(100_000), fc.maxSafeNat());

const frameOfAnyPath = fc.record(
  {
    type: fc.constantFrom(...FRAME_TYPES),
    from: address,
    to: fc.option(address, { nil: undefined }),
    value: amount,
    gas,
    gasUsed: gas,
    input: content,
    output: content,
    error: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: undefined }),
    logIndexes: fc.option(fc.array(fc.nat(300), { maxLength: 4 }), { nil: undefined }),
    level: fc.integer({ min: 2, max: 5 }),
  },
  { noNullPrototype: true },
);
const frames: fc.Arbitrary<Frame[]> = fc.array(frameOfAnyPath, { maxLength: 8 }).map((list) => {
  const placed: Frame[] = [];
  for (const { level, to, error, logIndexes, ...rest } of list) {
    const previous = placed.at(-1)?.path;
    const path = nextFramePath(previous, previous ? Math.min(level, frameLevel(previous) + 1) : 1)!;
    const frame = { ...rest, path, ...(to && { to }), ...(error !== undefined && { error }) };
    placed.push(logIndexes ? { ...frame, logIndexes } : frame);
  }
  return placed;
});

const pair = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ before: value, after: value }, { noNullPrototype: true });
const stateChanges: fc.Arbitrary<StateChange[]> = fc.array(
  fc.record(
    {
      address,
      balance: pair(amount),
      nonce: pair(fc.maxSafeNat()),
      code: content,
      storage: fc.array(fc.record({ slot: word, before: word, after: word }, { noNullPrototype: true }), {
        maxLength: 5,
      }),
    },
    { requiredKeys: ['address', 'storage'], noNullPrototype: true },
  ),
  { maxLength: 5 },
);
const listOf = <T>(value: fc.Arbitrary<T>) =>
  fc.array(value, { minLength: block.transactions.length, maxLength: block.transactions.length });

describe('a bundle', () => {
  it('gives back an equal block', () => {
    expect(decodeBundle(encodeBundle(block))).toStrictEqual(block);
    expect(decodeBundle(encodeBundle(emptyBlock))).toStrictEqual(emptyBlock);
  });

  it('gives back the allocation of a genesis block', () => {
    fc.assert(
      fc.property(stateChanges, (allocation) => {
        const genesis = { ...emptyBlock, stateChanges: [], allocation };
        expect(decodeBundle(encodeBundle(genesis))).toStrictEqual(genesis);
      }),
    );
  });

  it('gives back an equal block that is known in part', () => {
    const { ommers: _, frames: __, stateChanges: ___, withdrawals: ____, ...rest } = block;
    expect(decodeBundle(encodeBundle(rest))).toStrictEqual(rest);
  });

  it('gives back more frames around each other than two bytes count', () => {
    const [frame] = block.frames!.flat() as [Frame];
    const many: Frame[] = [frame];
    for (let left = 65_600; left > 0; left--)
      many.push({ ...frame, path: nextFramePath(many.at(-1)!.path, 2)! });
    const any = { ...block, frames: block.transactions.map(() => many) };
    expect(decodeBundle(encodeBundle(any))).toStrictEqual(any);
  });

  it('gives back any frames and state changes', () => {
    fc.assert(
      fc.property(listOf(frames), listOf(stateChanges), (anyFrames, anyChanges) => {
        const any = { ...block, frames: anyFrames, stateChanges: anyChanges };
        expect(decodeBundle(encodeBundle(any))).toStrictEqual(any);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same bytes for the same block', () => {
    expect(encodeBundle(decodeBundle(encodeBundle(block)))).toEqual(encodeBundle(block));
  });

  it('does not repeat what the transactions say in their root frames', () => {
    const { frames: _, ...withoutFrames } = block;
    const perFrame = (encodeBundle(block).length - encodeBundle(withoutFrames).length) / 14;
    expect(perFrame).toBeLessThan(40);
  });

  it('refuses frames out of order', () => {
    const disordered = block.frames!.with(0, block.frames![0]!.toReversed());
    expect(() => encodeBundle({ ...block, frames: disordered })).toThrow('frame.path is not in pre-order');
  });
});

describe('bytes that are no bundle', () => {
  const good = encodeBundle(block);

  it('are refused with a word about it', () => {
    expect(() => decodeBundle(Buffer.alloc(0))).toThrow('bundle is cut short');
    expect(() => decodeBundle(Buffer.from([9]))).toThrow('bundle has version 9 instead of 1');
    expect(() => decodeBundle(Buffer.concat([good, Buffer.alloc(1)]))).toThrow(
      'bundle is longer than it should be',
    );
  });

  it('are refused wherever they are cut', () => {
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeBundle(good.subarray(0, length))).toThrow(MalformedField);
    }
  });

  it('are refused or read, whatever byte is changed, and nothing else', () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, value) => {
        const damaged = Buffer.from(good);
        damaged[at] = value;
        expectReadOrMalformed(damaged);
      }),
      { numRuns: 3_000 },
    );
  });

  it('are refused when they are noise, endless numbers and counts without end', () => {
    const start = good.subarray(0, good.indexOf(block.header.requestsHash!) + 32);
    for (const noise of [
      'ffffffffffffffffffffffff',
      'ffffffffffffff0f',
      `01${'ff'.repeat(500)}`,
      '80'.repeat(500),
    ]) {
      expect(() => decodeBundle(Buffer.concat([start, Buffer.from(noise, 'hex')]))).toThrow(MalformedField);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expectReadOrMalformed(Buffer.concat([start, Buffer.from(noise)]));
      }),
    );
  });

  function expectReadOrMalformed(damaged: Buffer): void {
    try {
      decodeBundle(damaged);
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedField);
    }
  }
});

function paddedWord(value: number): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}
