import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { startIngestion } from '../../../test/fixture/ingestion.js';
import { askShared } from '../../../test/shared/ask-shared.js';
import { startSimulatedNode } from '../../../test/simulation/simulated-node.js';
import { readRegistries } from '../../definition/read-definitions.js';
import { DEMO_SOURCE } from '../../engine/store/served-network.js';
import { readConfig } from '../../platform/config/config.js';
import { createPool } from '../../platform/postgres/pool.js';
import type { Migrations } from './bring-to-newest.js';
import { openDatabase } from './open-database.js';

const FIRST = 1_000;
const REAL = { RPC_URLS: 'http://127.0.0.1:9' };
const DEMO = {};

describe('a database that was filled with one network', () => {
  let ofDemo: TestDatabase;
  let ofNode: TestDatabase;
  beforeAll(async () => {
    const { database } = await askShared<{ database: string }>('ingestedDemo');
    ofDemo = await createDatabase({ template: database });
    ofNode = await createDatabase({ migrated: true });
    const node = await startSimulatedNode({ seed: 66, firstBlock: FIRST, era: 'modern' });
    await node.chain.extend(2);
    const filling = startIngestion({ rpcUrls: [node.url], databaseUrl: ofNode.url, firstBlock: FIRST });
    await filling.reached(node.chain.head!.hash);
    await filling.stop();
    await node.stop();
  });
  afterAll(async () => {
    await ofDemo?.drop();
    await ofNode?.drop();
  });

  const open = async ({ url }: TestDatabase, network: NodeJS.ProcessEnv, migrations: Migrations) => {
    const opened = await openDatabase(readConfig({ ...network, DATABASE_URL: url }), migrations);
    await opened.close();
    return opened.migrated;
  };

  it.each([
    [
      'the demo chain',
      () => ofDemo,
      DEMO,
      REAL,
      'it holds the demo chain, and RPC_URLS names nodes of a real one',
    ],
    ['a real chain', () => ofNode, REAL, DEMO, 'it holds blocks of a real chain, and without RPC_URLS'],
  ] as const)(
    'is opened for it and refused for the other, unchanged: %s',
    async (_, filled, own, other, why) => {
      const database = filled();
      const pool = createPool(database.url);
      // What an older version has left to do.
      const lacking = await pool.query('DELETE FROM migration RETURNING timestamp, name');
      const count = async () => (await pool.query('SELECT FROM migration')).rowCount;
      for (const migrations of ['apply', 'expect', 'await'] as const)
        await expect(open(database, other, migrations)).rejects.toThrow(why);
      expect(await count()).toBe(0);
      await pool.query(
        'INSERT INTO migration (timestamp, name) SELECT * FROM unnest($1::int8[], $2::text[])',
        [lacking.rows.map(({ timestamp }) => timestamp), lacking.rows.map(({ name }) => name)],
      );
      await pool.end();
      expect(await open(database, own, 'expect')).toEqual([]);
    },
  );

  it('is anybody’s while no block is stored', async () => {
    const database = await createDatabase({ migrated: true });
    for (const network of [DEMO, REAL]) expect(await open(database, network, 'expect')).toEqual([]);
    await database.drop();
  });

  it('is told by the registries: those of the demo chain alone name its scenario', () => {
    const scenarios = (isDemo: boolean) =>
      [...readRegistries(isDemo).values()].filter(({ source }) => source.startsWith(DEMO_SOURCE));
    expect(scenarios(false)).toEqual([]);
    expect(scenarios(true).length).toBeGreaterThan(10);
  });
});
