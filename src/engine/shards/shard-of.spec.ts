import { expect, it } from '@jest/globals';
import { shardOf, shardsAlone, shardsBeside } from './shard-of.js';

it('gives each subject one of the shards, precompiles too', () => {
  const subjects = Array.from({ length: 64 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}` as const);
  for (const shards of [1, 2, 3, 8]) {
    const found = new Set(subjects.map((subject) => shardOf(subject, shards)));
    expect([...found].sort()).toEqual(Array.from({ length: shards }, (_, at) => at));
  }
  expect(shardOf(`0x${'f'.repeat(40)}`, 8)).toBe(7);
});

it('has one shard where there are few cores, and never more than eight', () => {
  expect([0, 1, 3, 4, 7, 15, 16, 99].map(shardsBeside)).toEqual([1, 1, 1, 2, 3, 7, 8, 8]);
  expect([1, 2, 3, 4, 9, 64].map(shardsAlone)).toEqual([1, 1, 2, 3, 8, 8]);
});
