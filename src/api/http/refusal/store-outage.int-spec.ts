import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase } from '../../../../test/fixture/database.js';
import { createPool } from '../../../platform/postgres/pool.js';
import { isStoreOutage } from './store-outage.js';

describe('an outage of the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  /** The error with which a statement fails. */
  const failureOf = async (url: string, sql: string): Promise<unknown> => {
    const pool = createPool(url);
    try {
      return await pool.query(sql).catch((error: unknown) => error);
    } finally {
      await pool.end();
    }
  };
  const withSetting = (setting: string) => `${database.url}?options=${encodeURIComponent(`-c ${setting}`)}`;

  it('is a host without an address, such as a stopped container', async () => {
    expect(isStoreOutage(await failureOf('postgres://nobody@database.invalid/nothing', 'SELECT 1'))).toBe(
      true,
    );
  });

  it.each(['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ECONNABORTED'])(
    'is a host that cannot be reached: %s',
    (code) => {
      expect(isStoreOutage(Object.assign(new Error(`connect ${code}`), { code }))).toBe(true);
    },
  );

  it('is a server that ends long transactions by a limit of its own', async () => {
    const failure = await failureOf(withSetting('transaction_timeout=20'), 'SELECT pg_sleep(10)');
    expect([failure, isStoreOutage(failure)]).toEqual([expect.objectContaining({ code: '25P04' }), true]);
  });

  it('is a server that takes no writes, as one in recovery', async () => {
    const failure = await failureOf(withSetting('default_transaction_read_only=on'), 'CREATE TABLE one ()');
    expect([failure, isStoreOutage(failure)]).toEqual([expect.objectContaining({ code: '25006' }), true]);
  });

  it.each([
    ['3D000', 'dropped', 'SELECT 1'],
    ['42P01', undefined, 'SELECT FROM nowhere'],
    ['42703', undefined, 'SELECT nothing FROM pg_class'],
    ['42704', undefined, 'SELECT 1::nothing'],
    ['42883', undefined, 'SELECT nothing()'],
  ])('is a database that is missing, or not whole: %s', async (code, other, sql) => {
    const failure = await failureOf(
      database.url.replace(/[^/]+$/, (name) => other ?? name),
      sql,
    );
    expect([failure, isStoreOutage(failure)]).toEqual([expect.objectContaining({ code }), true]);
  });

  it('is a server that refuses our login', async () => {
    const url = new URL(database.url);
    url.password = 'wrong';
    expect(isStoreOutage(await failureOf(url.href, 'SELECT 1'))).toBe(true);
  });

  it('is no error in our statement', async () => {
    expect(isStoreOutage(await failureOf(database.url, 'SELECT 1 / 0'))).toBe(false);
  });
});
