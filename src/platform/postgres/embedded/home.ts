import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from '../../process/run-as.js';
import { isReachable } from './reachable.js';

const ELSEWHERE = '/var/lib/chainproof';

/**
 * The directory in which everything of one embedded server lies: the data directory itself, or, where the user that
 * runs the server cannot go there (root's home is closed to others), one under /var/lib that a note in the data
 * directory points to. Deleting the data directory starts anew in both cases.
 */
export function homeOf(dataDir: string, runAs: RunAs | undefined): string {
  const directory = realpathSync(dataDir);
  if (isReachable(directory, runAs)) return directory;

  const note = join(directory, 'postgres-is-at');
  if (existsSync(note)) {
    const home = readFileSync(note, 'utf8').trim();
    if (!existsSync(home))
      throw new Error(`${note} points to ${home}, which is gone: delete the note to start anew`);
    return home;
  }
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
  const home = mkdtempSync(join(ELSEWHERE, 'postgres-'));
  chmodSync(home, 0o755);
  if (!isReachable(home, runAs)) {
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as can enter neither ${directory} nor ${home}: ` +
        'set DATA_DIR to a directory all users can enter',
    );
  }
  writeFileSync(note, `${home}\n`);
  return home;
}
