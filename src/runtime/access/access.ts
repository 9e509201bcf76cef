import type { Pool } from 'pg';
import type { Access } from '../../api/access/access.js';
import { KeySecret } from '../../api/access/key-secret.js';
import { KeyStore } from '../../api/access/key-store.js';
import { KeyedAccess } from '../../api/access/keyed-access.js';
import { OpenAccess } from '../../api/access/open-access.js';
import type { Config } from '../../platform/config/config.js';
import { chainDirectory } from '../settings/chain-directory.js';
import { keptSecret } from '../settings/kept-secret.js';

/** The configured access. */
export function accessOf(config: Config, pool: Pool): Access {
  return config.access === 'open'
    ? new OpenAccess(namesOf(config))
    : new KeyedAccess(pool, keySecret(config));
}

function namesOf({ host, publicUrl }: Config): ReadonlySet<string> {
  return new Set([host.toLowerCase(), ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]);
}

/** The keys of a database. */
export function keyStore(config: Config, pool: Pool): KeyStore {
  return new KeyStore(pool, keySecret(config));
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
