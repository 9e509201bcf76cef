import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { KeyedAccess } from '../../src/api/access/keyed-access.js';
import { NamePass } from '../../src/projection/name/name-pass.js';
import { DatabaseReadiness } from '../../src/runtime/database/database-readiness.js';
import { registriesOf } from '../builder/registries-of.js';
import { TEST_POSTGRES_URL } from '../fixture/test-postgres.js';
import { storeNameDefinitions, storeTokens } from '../resolve/store-names.js';
import { ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import { makeKey, SECRET } from './fixture/keys.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

/** Longer than a version of the store is cached. */
const VERSION_AGE_MS = 1_100;
const BLOCK = `blocks/${ISLAND}`;

describe('a database that is restored under a running service', () => {
  let key = '';
  let name = '';
  let backup = '';
  const service = useService({
    cacheBytes: 200_000,
    access: (pool) => new KeyedAccess(pool, SECRET),
    readiness: (pool) => [new DatabaseReadiness(pool, [])],
    async fill(pool) {
      await storeChain(pool);
      await storeNameDefinitions(pool);
      await new NamePass(pool, registriesOf()).run();
      ({ key } = await makeKey(pool, 'Intelligence'));
    },
  });
  const get = (target: string, headers: Record<string, string> = {}) =>
    service.get(target, { headers: { 'x-api-key': key, ...headers } });
  const onServer = async (...statements: readonly string[]): Promise<void> => {
    const client = new Client(process.env[TEST_POSTGRES_URL]!);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const drop = (): Promise<void> => onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  const make = (template: string): Promise<void> =>
    onServer(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`);
  const answers = async (status: number, target = BLOCK): Promise<void> => {
    await until(async () => (await get(target)).status === status, `${status} of ${target}`);
  };

  beforeAll(async () => {
    const { rows } = await service.pool.query<{ name: string }>('SELECT current_database() AS name');
    name = rows[0]!.name;
    backup = `${name}_backup`;
    await onServer(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
      `CREATE DATABASE ${backup} TEMPLATE ${name}`,
    );
  });
  beforeEach(() => answers(200));
  afterAll(() => onServer(`DROP DATABASE IF EXISTS ${backup} WITH (FORCE)`));

  it('is answered with 503 until it is complete', async () => {
    const refused = async (): Promise<void> => {
      // Cached keys and versions are still accepted at this time.
      await answers(503);
      for (const target of [BLOCK, 'blocks/latest', 'coverage', 'blocks/999999999']) {
        const { status, headers, json } = await get(target);
        expect([target, status, headers['retry-after'], json.error.code]).toEqual([
          ...[target, 503, '5', 'service_unavailable'],
        ]);
      }
    };
    await drop();
    await refused();
    await make('template0');
    await refused();
    expect((await get('/ready')).status).toBe(503);
    await drop();
    await make(backup);
    // A dump fills tables in the order of their names.
    await service.pool.query('DELETE FROM writer_epoch');
    await refused();
    await drop();
    await make(backup);
    await answers(200);
    expect((await get('/ready')).status).toBe(200);
  });

  it('is answered with 503 while its schema is older', async () => {
    await service.pool.query('ALTER TABLE block RENAME COLUMN gas_used TO gas_then');
    await setTimeout(VERSION_AGE_MS);
    await answers(503);
    await service.pool.query('ALTER TABLE block RENAME COLUMN gas_then TO gas_used');
    await answers(200);
  });

  it('is not answered from what was stored before', async () => {
    await get(BLOCK);
    const before = await get(BLOCK);
    expect(before.json.meta.cached).toBe(true);
    await drop();
    await make(backup);
    // As another branch with the same number of events.
    await service.pool.query(`UPDATE block SET hash = sha256('other') WHERE number = $1`, [ISLAND]);
    await setTimeout(VERSION_AGE_MS);
    await answers(200);
    const after = await get(BLOCK, { 'if-none-match': String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.json.data.hash).not.toBe(before.json.data.hash);
  });

  it('has its names indexed again', async () => {
    const found = async () => {
      const { searched, matches } = (await get('resolve?q=newcoin')).json.data;
      return { searched, matches: matches.length };
    };
    expect(await found()).toEqual({ searched: ['tokens', 'names'], matches: 0 });
    await drop();
    await make(backup);
    await storeTokens(service.pool, [{ address: `0x${'5c'.repeat(20)}`, symbol: 'NEWCOIN', name: null }]);
    await new NamePass(service.pool, registriesOf()).run();
    await setTimeout(VERSION_AGE_MS);
    expect(await found()).toMatchObject({ matches: 1 });
  });

  it('has its own keys, and no earlier ones', async () => {
    const later = await makeKey(service.pool, 'Intelligence');
    await until(
      async () => (await get(BLOCK, { 'x-api-key': later.key })).status === 200,
      'the later key to be noticed',
    );
    await drop();
    await make(backup);
    const other = await makeKey(service.pool, 'Intelligence');
    await until(
      async () => (await get(BLOCK, { 'x-api-key': other.key })).status === 200,
      'the other key to be noticed',
    );
    expect((await get(BLOCK, { 'x-api-key': later.key })).status).toBe(401);
  });
});
