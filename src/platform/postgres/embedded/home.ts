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

/** Name of the file that says to which data directory a home elsewhere belongs. */
const BELONGS = 'belongs-to';

/**
 * The directory in which everything of one embedded server lies: the data directory itself, or, where the user that
 * runs the server cannot go there (root's home is closed to others), one under /var/lib that a note in the data
 * directory points to. Deleting the data directory starts anew in both cases.
 * @throws Error with instructions where the files of the server are not there, are those of another data directory, or out of its reach: it
 * would start empty, or on the database of another
 */
export function homeOf(dataDir: string, runAs: RunAs | undefined): string {
  const directory = realpathSync(dataDir);
  const canGoThere = isReachable(directory, runAs);
  const hasServer = existsSync(join(directory, 'server'));
  if (hasServer && canGoThere) return directory;

  const note = noteOf(directory);
  if (existsSync(note)) return homeOfNote(directory, note);
  if (hasServer)
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as cannot enter ${directory}, where its files are: ` +
        'move DATA_DIR to a directory all users can enter',
    );
  return canGoThere ? directory : homeElsewhere(directory, note, runAs);
}

const noteOf = (directory: string): string => join(directory, 'postgres-is-at');

function homeOfNote(directory: string, note: string): string {
  const home = readFileSync(note, 'utf8').trim();
  if (!existsSync(home))
    throw new Error(
      `${note} points to ${home}, which is gone: restore it from its backup, or delete the note to start anew`,
    );
  const owner = ownerOfHome(home);
  if (owner !== undefined && owner !== directory && pointsTo(owner, home))
    throw new Error(
      `${directory} is a copy of ${owner} without the files of PostgreSQL, which are at ${home}: ` +
        `copy these too, and write where they are into ${note}`,
    );
  // The data directory was moved, or an earlier version wrote none.
  if (owner !== directory) writeFileSync(join(home, BELONGS), directory);
  return home;
}

function ownerOfHome(home: string): string | undefined {
  const file = join(home, BELONGS);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function pointsTo(owner: string, home: string): boolean {
  const note = noteOf(owner);
  return existsSync(note) && readFileSync(note, 'utf8').trim() === home;
}

function homeElsewhere(directory: string, note: string, runAs: RunAs | undefined): string {
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
  const home = mkdtempSync(join(ELSEWHERE, 'postgres-'));
  chmodSync(home, 0o755);
  if (!isReachable(home, runAs)) {
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as can enter neither ${directory} nor ${home}: ` +
        'set DATA_DIR to a directory all users can enter',
    );
  }
  writeFileSync(join(home, BELONGS), directory);
  writeFileSync(note, `${home}\n`);
  return home;
}
