import type { KeyStore } from '../../api/access/key-store.js';
import { readConfig } from '../../platform/config/config.js';
import { keyStore } from '../../runtime/access/access.js';
import { openDatabase } from '../../runtime/database/open-database.js';

/** Lets a command work on the keys of the configured database, beside a running service or without. */
export async function withKeys<T>(work: (keys: KeyStore) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, 'expect');
  try {
    return await work(keyStore(config, database.pool));
  } finally {
    await database.close();
  }
}
