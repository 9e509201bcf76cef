import { describe, expect, it } from '@jest/globals';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import { ApiResponse } from './method/api-response.js';
import { WrittenRecord } from './record/written-record.js';
import { ResponseCache } from './response-cache.js';

const VERSIONS = {
  now: async () => ({ all: '1', folds: '1', epoch: 1, finalBlock: 10 }),
} as StoreVersionReader;
const cacheOf = (bytes: number) => new ResponseCache(VERSIONS, bytes);
const answer = (length: number) => ({ data: 'x'.repeat(length), tag: 'W/"x"' });
const named = (current: string, final = `final ${current}`) => ({ current, final, finalBlock: 10 });

describe('the cache of answers', () => {
  it('takes no more memory than its limit, and drops what was requested least recently', () => {
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

  it('keeps nothing that is larger than its limit, and nothing at all with a limit of 0', async () => {
    const cache = cacheOf(100_000);
    cache.keep(named('small'), answer(10));
    cache.keep(named('large'), answer(60_000));
    expect([cache.find(named('small')), cache.find(named('large'))]).toEqual([answer(10), undefined]);
    const none = cacheOf(0);
    none.keep(named('small'), answer(10));
    expect([none.find(named('small')), await none.namesOf('/')]).toEqual([undefined, undefined]);
  });

  it('keeps answers that are made of one final block beyond the next event, and no others', () => {
    const cache = cacheOf(100_000);
    const blocks = [undefined, 9, 10, 11];
    for (const block of blocks) cache.keep(named(`1 ${block}`, `final ${block}`), answer(10), block);
    const later = blocks.filter((block) => cache.find(named(`2 ${block}`, `final ${block}`)));
    expect(later).toEqual([9, 10]);
    expect(cache.find(named('2 10', 'rebuilt 10'))).toBeUndefined();
  });

  describe('has answers made again', () => {
    let epoch: number | undefined;
    let left = 0;
    const versions = {
      now: async () => ({ all: '1', folds: '1', epoch, finalBlock: 10 }),
      epoch: async () => {
        if (epoch === undefined) throw NotCovered.unavailable();
        return epoch;
      },
    } as StoreVersionReader;
    const made = ApiResponse.large(new WrittenRecord('{}'), 1, () => left++);
    /** How often an answer was made while the epochs passed. */
    const timesMade = async (
      isStandby: boolean,
      epochs: readonly (number | undefined)[],
    ): Promise<number> => {
      epoch = 1;
      left = 0;
      let times = 0;
      const cache = new ResponseCache(versions, 0, isStandby);
      const whole = cache.whole(async () => {
        epoch = epochs[times++];
        return made;
      });
      expect(await whole.catch((error: unknown) => error)).toEqual(
        left === times ? expect.any(NotCovered) : made,
      );
      return times;
    };

    it('where a standby replayed a whole rebuild meanwhile', async () => {
      expect(await timesMade(true, [1])).toBe(1);
      expect([await timesMade(true, [2, 2]), left]).toEqual([2, 1]);
    });

    it('and refused while it is rebuilt, or always replaced', async () => {
      expect([await timesMade(true, [undefined]), left]).toEqual([1, 1]);
      expect([await timesMade(true, [2, 3, 4]), left]).toEqual([3, 3]);
    });

    it('not on a primary, where a rebuild waits for answers that are being made', async () => {
      expect([await timesMade(false, [2]), left]).toEqual([1, 0]);
    });
  });
});
