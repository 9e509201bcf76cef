import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { createPool } from '../../platform/postgres/pool.js';
import type { ApiKey } from './api-key.js';
import { LeasedQuota, type Taken } from './leased-quota.js';

let nextId = 1;
/** A window of a day, so that none ends during the tests, unless they run at midnight. */
const aKey = (requests: number): ApiKey => ({
  ...{ id: nextId++, name: 'test', plan: 'Intelligence' },
  ...{ requests, windowSeconds: 86_400 },
});

describe('a quota that processes share', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it.each([1, 7, 16, 100, 1_000])(
    'of %i is given out to the last request and never twice',
    async (requests) => {
      const key = aKey(requests);
      const processes = Array.from({ length: 5 }, () => new LeasedQuota(pool));
      const takings = Array.from({ length: 5 * requests + 50 }, (_, n) => processes[n % 5]!.take(key));
      const taken = await Promise.all(takings);
      expect(taken.filter(({ granted }) => granted)).toHaveLength(requests);
    },
  );

  it('begins the current window after the clock of the database was ahead', async () => {
    const key = aKey(10);
    await new LeasedQuota(pool).take(key);
    for (const [ahead, granted] of [
      // Statements that waited until the window had ended.
      [1, false],
      [2, true],
      [1_440, true],
    ] as const) {
      const forward =
        'UPDATE api_key_usage SET window_number = floor(extract(epoch FROM now()) / $2) + $3, leased = 10 WHERE key_id = $1';
      await pool.query(forward, [key.id, key.windowSeconds, ahead]);
      expect((await new LeasedQuota(pool).take(key)).granted).toBe(granted);
    }
  });

  it('is mostly drawn in advance, so that few requests ask the database', async () => {
    let queries = 0;
    const counted = Object.create(pool, {
      query: {
        value: (query: never) => {
          queries++;
          return pool.query(query);
        },
      },
    }) as Pool;
    const key = aKey(100_000);
    const quota = new LeasedQuota(counted);
    for (let n = 0; n < 2_000; n++) expect((await quota.take(key)).granted).toBe(true);
    expect(queries).toBeLessThan(15);
  });

  it('is counted by each process alone while the database is away, if that is allowed, and never exceeded in a process', async () => {
    let isAway = true;
    const flaky = Object.create(pool, {
      query: {
        value: (query: never) =>
          isAway
            ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
            : pool.query(query),
      },
    }) as Pool;
    await expect(new LeasedQuota(flaky).take(aKey(9))).rejects.toThrow('away');
    const granted = async (quota: LeasedQuota, key: ApiKey): Promise<number> => {
      let count = 0;
      while ((await quota.take(key)).granted) count++;
      return count;
    };
    const key = aKey(9);
    expect(await granted(new LeasedQuota(flaky, true), key)).toBe(9);

    isAway = false;
    const begun = new LeasedQuota(flaky, true);
    await begun.take(key);
    isAway = true;
    // One request of its draw is used, and the process now counts the rest of the quota alone.
    expect(await granted(begun, key)).toBe(8);
    isAway = false;
    expect(await granted(new LeasedQuota(flaky, true), key)).toBeLessThan(9);
  });

  it('is nearly all left for the others when a process answered one request', async () => {
    const key = aKey(64);
    const [idle, busy] = [new LeasedQuota(pool), new LeasedQuota(pool)];
    await idle.take(key);
    let granted = 0;
    while ((await busy.take(key)).granted) granted++;
    expect(granted).toBeGreaterThanOrEqual(60);
  });

  it('states what is left of it and for how long', async () => {
    const key = aKey(3);
    const quota = new LeasedQuota(pool);
    const taken: Taken[] = [];
    for (let n = 0; n < 4; n++) taken.push(await quota.take(key));
    expect(taken.map(({ granted }) => granted)).toEqual([true, true, true, false]);
    expect(taken.map(({ quota: { left } }) => left)).toEqual([2, 1, 0, 0]);
    for (const { quota: stated } of taken) {
      expect(stated).toMatchObject({ requests: 3, windowSeconds: 86_400 });
      expect(stated.resetSeconds).toBeGreaterThanOrEqual(1);
      expect(stated.resetSeconds).toBeLessThanOrEqual(86_400);
    }
  });

  it('is full again in the next window, and does not return to an earlier window', async () => {
    const key = aKey(5);
    const drained = async (): Promise<number> => {
      const quota = new LeasedQuota(pool);
      let granted = 0;
      while ((await quota.take(key)).granted) granted++;
      return granted;
    };
    const move = (by: number) =>
      pool.query('UPDATE api_key_usage SET window_number = window_number + $2 WHERE key_id = $1', [
        key.id,
        by,
      ]);
    expect([await drained(), await drained()]).toEqual([5, 0]);
    await move(-1);
    expect([await drained(), await drained()]).toEqual([5, 0]);
    // As if another process had begun the next window already.
    await move(1);
    expect(await drained()).toBe(0);
  });

  it('is given out draw by draw by a database that takes longer than the window lasts', async () => {
    let queries = 0;
    const slow = Object.create(pool, {
      query: {
        value: async (query: never) => {
          queries++;
          const answer = await pool.query(query);
          await setTimeout(1_100);
          return answer;
        },
      },
    }) as Pool;
    const key: ApiKey = { ...aKey(100), windowSeconds: 1 };
    const quota = new LeasedQuota(slow);
    const taken = await Promise.all(Array.from({ length: 8 }, () => quota.take(key)));
    expect(taken.every(({ granted }) => granted)).toBe(true);
    expect(queries).toBeLessThanOrEqual(3);
  });

  it('is not given out where it cannot be counted', async () => {
    const broken = createPool('postgres://nobody@127.0.0.1:1/nothing');
    await expect(new LeasedQuota(broken).take(aKey(5))).rejects.toThrow();
    await broken.end();
  });
});
