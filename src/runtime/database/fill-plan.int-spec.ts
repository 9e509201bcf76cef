import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenedDatabase, openNewDatabase } from '../../../test/fixture/opened-database.js';
import { planFill } from './fill-plan.js';

describe('the plan of a fill', () => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openNewDatabase();
  });
  afterAll(() => database?.drop());

  const tables = async (): Promise<unknown> =>
    (await database.pool.query("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') ORDER BY 1")).rows;

  it('knows of all partitions of mainnet', async () => {
    const { undivided, partitions } = await planFill(database.pool, {
      missing: [{ fromBlock: 0, toBlock: 24_999_999 }],
      stored: [],
    });
    expect(undivided).toBe(true);
    expect(partitions.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, number) => number));
    expect(partitions[0]!.lastBlock).toBe(2 ** 20 - 1);
    expect(partitions[23]!.lastBlock).toBe(24_999_999);
  });

  it.each([10 ** 9, Number.MAX_SAFE_INTEGER])(
    'makes no tables for a head that a node names: %d',
    async (toBlock) => {
      const before = await tables();
      const { partitions } = await planFill(database.pool, {
        missing: [{ fromBlock: 0, toBlock }],
        stored: [],
      });
      expect(partitions).toHaveLength(64);
      expect(await tables()).toEqual(before);
    },
  );
});
