import { expect, it } from '@jest/globals';
import { createPool } from '../../src/platform/postgres/pool.js';
import { createDatabase } from '../fixture/database.js';

const OWNERS = new URL('../../../scripts/table-owners.mjs', import.meta.url).href;

it('every table and view of the database has an owner, and every owned one exists', async () => {
  const { OWNERS: owners } = (await import(OWNERS)) as { OWNERS: Record<string, string> };
  const database = await createDatabase({ migrated: true });
  const pool = createPool(database.url);
  try {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition AND relname <> 'migration'`,
    );
    const owned = Object.values(owners).flatMap((tables) => tables.split(' '));
    expect(rows.map(({ name }) => name).sort()).toEqual(owned.sort());
  } finally {
    await pool.end();
    await database.drop();
  }
});
