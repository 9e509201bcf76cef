import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { NamePass } from '../../src/projection/name/name-pass.js';
import { NameSearchReader } from '../../src/projection/name/name-search.reader.js';
import { PresentationReader } from '../../src/projection/name/presentation.reader.js';
import { registriesOf } from '../builder/registries-of.js';
import { openNewDatabase } from '../fixture/opened-database.js';
import { storeNameDefinitions } from './store-names.js';

const MINE = `0x${'11'.repeat(20)}` as const;

/** The pool, with work of another process right after the first query with a name. */
function interrupted(pool: Pool, name: string, work: () => Promise<void>): Pool {
  let isDone = false;
  const query = async (asked: { readonly name?: string }, ...more: unknown[]): Promise<unknown> => {
    const answer = await (pool.query as (...call: unknown[]) => Promise<unknown>)(asked, ...more);
    if (asked.name !== name || isDone) return answer;
    isDone = true;
    await work();
    return answer;
  };
  return new Proxy(pool, { get: (of, key) => (key === 'query' ? query : Reflect.get(of, key)) });
}

it('a search whose index another process empties is not answered, and nothing of it is cached', async () => {
  const { pool, drop } = await openNewDatabase();
  try {
    const registries = registriesOf({ official: { [MINE]: 'Gold Mine' } });
    const pass = new NamePass(pool, registries);
    await storeNameDefinitions(pool);
    await pass.run();
    const reader = new NameSearchReader(
      interrupted(pool, 'names ready', () => pass.clear()),
      new PresentationReader(pool, registries),
    );
    expect(await reader.search('gold', 5)).toMatchObject({ searched: [], matches: [] });
    await pass.run();
    expect(await reader.search('gold', 5)).toMatchObject({
      ...{ searched: ['tokens', 'names'], isCached: false, matches: [{ address: MINE }] },
    });
  } finally {
    await drop();
  }
});

it('candidates are cached for two minutes, however often they are requested', async () => {
  const { pool, drop } = await openNewDatabase();
  const { now } = performance;
  try {
    const registries = registriesOf({ official: { [MINE]: 'Gold Mine' } });
    await storeNameDefinitions(pool);
    await new NamePass(pool, registries).run();
    const reader = new NameSearchReader(pool, new PresentationReader(pool, registries));
    const isCachedAt = async (seconds: number): Promise<boolean> => {
      performance.now = () => seconds * 1_000;
      return (await reader.search('gold', 5)).isCached;
    };
    expect([await isCachedAt(0), await isCachedAt(90), await isCachedAt(150)]).toEqual([false, true, false]);
  } finally {
    performance.now = now;
    await drop();
  }
});
