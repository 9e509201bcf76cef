import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { keyStoreOn } from '../../../test/fixture/key-store.js';
import { KeySecret } from '../../api/access/key-secret.js';
import type { KeyStore } from '../../api/access/key-store.js';
import { createPool } from '../../platform/postgres/pool.js';
import { demoKey } from './demo-key.js';

describe('the key of the demo', () => {
  let directory: string;
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-demo-key-'));
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  it('is kept from start to start, readable by its owner alone, and replaced when it is valid no more', async () => {
    const keys = await keyStoreOn(pool, new KeySecret(Buffer.alloc(32, 1)));
    const keyOf = (store: KeyStore) => demoKey(directory, store, (terms) => store.create(terms));
    const first = await keyOf(keys);
    expect(await keyOf(keys)).toBe(first);
    expect(await keys.byKey(first)).toMatchObject({
      id: 1,
      name: 'demo',
      state: 'valid',
      plan: 'Intelligence',
    });
    expect(statSync(join(directory, 'demo-api-key')).mode & 0o077).toBe(0);
    await keys.revoke(1);
    const second = await keyOf(keys);
    expect(second).not.toBe(first);
    expect(await keyOf(keys)).toBe(second);
    // As after the loss of the secret, or of the database.
    const others = await keyStoreOn(pool, new KeySecret(Buffer.alloc(32, 2)));
    expect(await keyOf(others)).not.toBe(second);
  });
});
