import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createPool } from '../../src/platform/postgres/pool.js';
import { createDatabase } from '../fixture/database.js';
import { schemaText } from './schema-text.js';

const FILE = join(import.meta.dirname, '../../../docs/schema.sql');
/** The version of the embedded PostgreSQL. Other versions print views differently. */
const VERSION = 18;

it('docs/schema.sql is the schema after all migrations', async () => {
  const database = await createDatabase({ migrated: true });
  const pool = createPool(database.url);
  try {
    const { rows } = await pool.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int4 / 10000 AS version`,
    );
    if (rows[0]!.version !== VERSION) {
      console.warn(`docs/schema.sql is compared on PostgreSQL ${VERSION} only, not on ${rows[0]!.version}`);
      return;
    }
    const text = await schemaText(pool);
    if (process.env.WRITE_SCHEMA === '1') writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  } finally {
    await pool.end();
    await database.drop();
  }
});
