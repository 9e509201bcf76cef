import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyStore } from '../../api/access/key-store.js';

/** The key that the examples of the demo chain name: made at its first start, and kept as long as it is valid. */
export async function demoKey(directory: string, keys: KeyStore): Promise<string> {
  const file = join(directory, 'demo-api-key');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (kept !== undefined && (await keys.byKey(kept))?.state === 'valid') return kept;
  const { key } = await keys.create({
    name: 'demo',
    plan: 'Intelligence',
    requests: 6_000,
    windowSeconds: 60,
  });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}
