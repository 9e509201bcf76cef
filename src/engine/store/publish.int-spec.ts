import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenedDatabase, openNewDatabase } from '../../../test/fixture/opened-database.js';
import { readDefinitions } from '../../definition/read-definitions.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { engineNumbers } from './engine-numbers.js';
import { publish } from './publish.js';

describe('publishing', () => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openNewDatabase();
  });
  afterAll(() => database.drop());

  it('shows a version with the words that it was published with last', async () => {
    const { pool } = database;
    const { catalog, bindings } = readDefinitions(false);
    const [definition] = catalog.definitions;
    for (const means of ['Said in few words.', 'Said in other words.'])
      await inTransaction(pool, async (tx) => {
        const definitions = [{ ...definition!, means }];
        const said = { ...catalog, definitions };
        await publish(tx, said, bindings, await engineNumbers(tx, said, 'a set'));
      });
    const { rows } = await pool.query(`SELECT document ->> 'means' AS means FROM published_definition`);
    expect(rows).toEqual([{ means: 'Said in other words.' }]);
  });
});
