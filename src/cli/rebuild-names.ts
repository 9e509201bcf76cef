import type { Config } from '../platform/config/config.js';
import { NamePass } from '../projection/name/name-pass.js';
import { nameRegistries } from './name-registries.js';
import { openDatabase } from './open-database.js';
import { chainKind } from './projectors.js';
import { takeServiceLock } from './service-lock.js';

/** Forgets the texts addresses are found by and brings them in anew. */
export async function rebuildNames(config: Config): Promise<void> {
  const release = await takeServiceLock(config);
  const database = await openDatabase(config, 'apply');
  try {
    const pass = new NamePass(database.pool, nameRegistries(chainKind(config)));
    await pass.clear();
    await pass.run();
    console.log('name is rebuilt');
  } finally {
    await database.close();
    release();
  }
}
