import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret that seals cursors, made on first use and kept under the data directory, readable by its owner alone: cursors handed
 * out before a restart must still open after it.
 */
export function cursorSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'cursor.key');
  try {
    mkdirSync(dataDir, { recursive: true });
    // Exclusive: of two starters one writes and both read the same.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}
