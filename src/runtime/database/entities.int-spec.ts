import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { createPool } from '../../platform/postgres/pool.js';
import { openEntities } from './entities.js';

/** Entities declare no checks, and no indexes but unique ones: those are in the migrations alone. */
const NOT_DECLARED = /^DROP INDEX |^ALTER TABLE \S+ DROP CONSTRAINT "\w+_check"$/;

describe('the entities', () => {
  let database: TestDatabase;
  let pool: Pool;
  let source: DataSource;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    source = await openEntities(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const changes = async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query).filter((query) => !NOT_DECLARED.test(query));
  };

  it('are the tables that the migrations make, column by column', async () => {
    expect(source.entityMetadatas.map(({ tableName }) => tableName).sort()).toEqual([
      ...['api_key', 'api_key_usage', 'payment'],
    ]);
    expect(await changes()).toEqual([]);
  });

  it.each([
    ['ALTER TABLE api_key ADD COLUMN other int', 'DROP COLUMN "other"'],
    ['ALTER TABLE payment RENAME COLUMN url TO other', 'RENAME COLUMN "other" TO "url"'],
    ['ALTER TABLE payment ALTER COLUMN answers TYPE int8', 'ADD "answers" smallint'],
    ['ALTER TABLE api_key ALTER COLUMN revoked_at SET NOT NULL', 'ALTER COLUMN "revoked_at" DROP NOT NULL'],
    ['ALTER TABLE api_key ALTER COLUMN created_at DROP DEFAULT', 'SET DEFAULT now()'],
    ['ALTER TABLE api_key_usage DROP CONSTRAINT api_key_usage_pkey', 'ADD CONSTRAINT'],
  ])('would differ after %s', async (statement, change) => {
    await pool.query(statement);
    expect((await changes()).join('\n')).toContain(change);
  });

  it('have no connections of their own', () => {
    const { master } = source.driver as unknown as { master: Pool };
    expect(master).toBe(pool);
  });
});
