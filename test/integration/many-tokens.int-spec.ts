import { mock } from 'node:test';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { HoldingsReader } from '../../src/projection/balance/holdings.reader.js';
import { ViewExecutor } from '../../src/state/execution/view-executor.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { holder, storeManyTokens } from '../fixture/many-tokens.js';
import { newViews } from '../fixture/new-views.js';

const TOKENS = 2_000;

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  await storeManyTokens(pool, TOKENS);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it('a portfolio has no count of covered tokens if more tokens were moved than are read', async () => {
  const reader = new HoldingsReader(pool, newViews());
  const counted = async (limit: number) => (await reader.holdings(toHex(holder), 0, limit)).coveredTokenCount;
  expect([await counted(TOKENS + 3), await counted(TOKENS)]).toEqual([expect.any(Number), undefined]);
});

it(`a portfolio executes ${TOKENS} tokens of a holder together, and again from memory`, async () => {
  let statements = 0;
  const watched = new WeakSet<PoolClient>();
  const counted = new Proxy(pool, {
    get: (target, property) => {
      if (property !== 'connect') return Reflect.get(target, property);
      return async () => {
        const client = await target.connect();
        if (watched.has(client)) return client;
        watched.add(client);
        const query = client.query.bind(client);
        client.query = ((...args: Parameters<typeof query>) => {
          statements++;
          return query(...args);
        }) as typeof client.query;
        return client;
      };
    },
  });
  const reader = new HoldingsReader(counted, newViews());
  const spent: Record<string, string> = {};
  const holdings = async (name: string, block: number) => {
    const [started, before, cpu] = [performance.now(), statements, process.cpuUsage()];
    const found = await reader.holdings(toHex(holder), 0, 2 * TOKENS, block);
    const { user, system } = process.cpuUsage(cpu);
    const [ms, cpuMs] = [performance.now() - started, (user + system) / 1_000].map(Math.round);
    spent[name] = `${ms} ms, ${cpuMs} ms of CPU, ${statements - before} statements`;
    return found.tokens.map(({ balance }) => Number(balance));
  };
  const given = Array.from({ length: TOKENS }, (_, at) => at + 1);
  const runs = mock.method(ViewExecutor.prototype, 'fastView').mock;
  expect(await holdings('first time', 1)).toEqual(given);
  expect(statements).toBeLessThan(20);
  // The slot of a layout is loaded together with the code.
  expect(runs.callCount()).toBe(TOKENS);
  runs.restore();
  expect(await holdings('same block', 1)).toEqual(given);
  const cold = statements;
  const moved = given.map((amount, at) => (at < 5 ? 7 : amount));
  expect(await holdings('next block', 2)).toEqual(moved);
  expect(await holdings('next block again', 2)).toEqual(moved);
  expect(statements - cold).toBeLessThan(20);
  process.stdout.write(`${TOKENS} tokens: ${JSON.stringify(spent, null, 2)}\n`);
});
