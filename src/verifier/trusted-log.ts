import { readFileSync } from 'node:fs';
import { fileReason } from '../domain/text/file-failure.js';
import type { TrustedLog } from './level/check-log.js';
import { logOfText } from './log-of-text.js';

/**
 * The log that a reader trusts.
 *
 * @param named its public key (`name+hash+key`), or a file with the key or with a policy (C2SP tlog-policy)
 * @throws Error if it is none of these, or the file cannot be read
 */
export function trustedLog(named: string): TrustedLog {
  return logOfText(/^[^+\s]+\+[0-9a-f]{8}\+\S+$/.test(named) ? named : readLogFile(named));
}

function readLogFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`--log must be a key (name+hash+key) or a file with one: ${fileReason(error as Error)}`);
  }
}
