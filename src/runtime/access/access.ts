import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Access } from '../../api/access/access.js';
import { ApiKeyEntity } from '../../api/access/api-key.entity.js';
import { KeySecret } from '../../api/access/key-secret.js';
import { KeyStore } from '../../api/access/key-store.js';
import { KeyedAccess } from '../../api/access/keyed-access.js';
import { OpenAccess } from '../../api/access/open-access.js';
import type { Config } from '../../platform/config/config.js';
import type { PrimaryPool } from '../database/primary-pool.js';
import { chainDirectory } from '../directory/chain-directory.js';
import { keptSecret } from '../directory/kept-secret.js';

/** The configured access. */
export function accessOf(config: Config, pool: Pool, { pool: primary }: PrimaryPool): Access {
  return config.access === 'open' ? openAccess(config) : new KeyedAccess(pool, keySecret(config), primary);
}

/** Everyone may ask everything, by the names of the service. */
export function openAccess({ host, publicUrl }: Config): Access {
  const names = [host.toLowerCase(), ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  return new OpenAccess(new Set(names));
}

/** The keys of a database. */
export function keyStore(config: Config, source: DataSource): KeyStore {
  return new KeyStore(source.getRepository(ApiKeyEntity), keySecret(config));
}

const keySecret = (config: Config): KeySecret => new KeySecret(keptSecret(chainDirectory(config), 'access'));

/** Warns about stored keys that this service cannot recognise: their users would only see that they are not valid. */
export async function noteForeignKeys(keys: KeyStore, warn: (line: string) => void): Promise<void> {
  const foreign = (await keys.all()).filter(({ state }) => state === 'made with another secret');
  if (foreign.length > 0)
    warn(
      `${foreign.length} API keys were made with another secret than access.key of this data directory: they open nothing here`,
    );
}
