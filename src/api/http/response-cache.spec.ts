import { describe, expect, it } from '@jest/globals';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import { ApiResponse } from './method/api-response.js';
import { WrittenRecord } from './record/written-record.js';
import { ResponseCache } from './response-cache.js';

const VERSIONS = { now: async () => ({ all: '1', folds: '1', finalBlock: 10 }) } as StoreVersionReader;
const cacheOf = (bytes: number) => new ResponseCache(VERSIONS, bytes);
const answer = (length: number) => ({ data: 'x'.repeat(length), tag: 'W/"x"' });
const named = (current: string, final = `final ${current}`) => ({ current, final, finalBlock: 10 });

describe('the cache of answers', () => {
  it('takes no more memory than it may, and lets go of what was not asked for longest', () => {
    const cache = cacheOf(100_000);
    const names = Array.from({ length: 1_000 }, (_, n) => `answer ${n}`);
    for (const name of names) {
      cache.keep(named(name), answer(1_000));
      cache.find(named('answer 0'));
    }
    const kept = names.filter((name) => cache.find(named(name)));
    expect(kept.length).toBeGreaterThan(30);
    expect(kept.length).toBeLessThanOrEqual(100_000 / 2_500);
    expect(kept).toEqual(['answer 0', ...names.slice(-(kept.length - 1))]);
  });

  it('keeps nothing that is larger than itself, and nothing at all where it may not', async () => {
    const cache = cacheOf(100_000);
    cache.keep(named('small'), answer(10));
    cache.keep(named('large'), answer(60_000));
    expect([cache.find(named('small')), cache.find(named('large'))]).toEqual([answer(10), undefined]);
    const none = cacheOf(0);
    none.keep(named('small'), answer(10));
    expect([none.find(named('small')), await none.namesOf('/')]).toEqual([undefined, undefined]);
  });

  it('keeps what a final block alone is in beyond the next event, and nothing else', () => {
    const cache = cacheOf(100_000);
    const blocks = [undefined, 9, 10, 11];
    for (const block of blocks) cache.keep(named(`1 ${block}`, `final ${block}`), answer(10), block);
    const later = blocks.filter((block) => cache.find(named(`2 ${block}`, `final ${block}`)));
    expect(later).toEqual([9, 10]);
    expect(cache.find(named('2 10', 'rebuilt 10'))).toBeUndefined();
  });

  it('has answers from a standby confirmed: a rebuild and its announcement may be replayed at once', async () => {
    let isWhole = true;
    const requireWhole = async (): Promise<void> => {
      if (!isWhole) throw NotCovered.unavailable();
    };
    const versions = { ...VERSIONS, requireWhole } as StoreVersionReader;
    const [primary, standby] = [false, true].map((isStandby) => new ResponseCache(versions, 0, isStandby));
    let left = 0;
    const made = ApiResponse.large(new WrittenRecord('{}'), 1, () => left++);
    for (const cache of [primary!, standby!]) expect(await cache.confirmed(made)).toBe(made);
    isWhole = false;
    expect(await primary!.confirmed(made)).toBe(made);
    expect(left).toBe(0);
    await expect(standby!.confirmed(made)).rejects.toThrow(NotCovered);
    expect(left).toBe(1);
  });
});
