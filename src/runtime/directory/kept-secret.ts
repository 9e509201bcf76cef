import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOnce } from '../../platform/process/create-once.js';
import { makeDirectory } from '../../platform/process/make-directory.js';

const BYTES = 32;

/**
 * A secret that must outlive restarts, made on first use and kept under the data directory, readable by its
 * owner alone. `cursor` seals cursors, which become void without it; `access` protects the stored form of API
 * keys, none of which is recognised without it.
 *
 * @throws Error that names the file where it has no secret
 */
export function keptSecret(dataDir: string, name: 'cursor' | 'access'): Buffer {
  const file = join(dataDir, `${name}.key`);
  makeDirectory(dataDir);
  if (!existsSync(file)) createOnce(file, randomBytes(BYTES).toString('hex'));
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (secret.length < BYTES)
    throw new Error(
      `${file} holds no secret of ${BYTES} bytes: restore it, or remove it to have another one made`,
    );
  return secret;
}
