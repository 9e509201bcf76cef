import { describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import { ResponseCache } from './response-cache.js';

const cacheOf = (bytes: number) => new ResponseCache(new StoreVersionReader(new Pool()), bytes);
const answer = (length: number) => ({ data: 'x'.repeat(length), tag: 'W/"x"' });

describe('the cache of answers', () => {
  it('takes no more memory than it may, and lets go of what was not asked for longest', () => {
    const cache = cacheOf(100_000);
    const names = Array.from({ length: 1_000 }, (_, n) => `answer ${n}`);
    for (const name of names) {
      cache.keep(name, answer(1_000));
      cache.find('answer 0');
    }
    const kept = names.filter((name) => cache.find(name));
    expect(kept.length).toBeGreaterThan(30);
    expect(kept.length).toBeLessThanOrEqual(100_000 / 2_500);
    expect(kept).toEqual(['answer 0', ...names.slice(-(kept.length - 1))]);
  });

  it('keeps nothing that is larger than itself, and nothing at all where it may not', () => {
    const cache = cacheOf(100_000);
    cache.keep('small', answer(10));
    cache.keep('large', answer(60_000));
    expect([cache.find('small'), cache.find('large')]).toEqual([answer(10), undefined]);
    const none = cacheOf(0);
    none.keep('small', answer(10));
    expect([none.find('small'), none.nameOf('/')]).toEqual([undefined, undefined]);
  });
});
