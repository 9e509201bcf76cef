import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A secret that must outlive restarts, made on first use and kept under the data directory, readable by its owner alone:
 * `cursor` seals cursors, which die with it, `access` the stored form of API keys, none of which is recognised without it.
 */
export function keptSecret(dataDir: string, name: 'cursor' | 'access'): Buffer {
  const file = join(dataDir, `${name}.key`);
  try {
    mkdirSync(dataDir, { recursive: true });
    // Exclusive: of two starters one writes and both read the same.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}
