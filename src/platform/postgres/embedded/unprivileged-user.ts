import { readFileSync } from 'node:fs';
import type { RunAs } from '../../process/run-as.js';

/** Most specific first. All are there on a bare system, so no user has to be created. */
const CANDIDATES = ['postgres', '_postgres', 'nobody', 'daemon'];

/**
 * The user PostgreSQL runs as: undefined for ourselves, and an unprivileged one when we are root, which PostgreSQL refuses. It must be in
 * /etc/passwd, because initdb looks up its own name there.
 * @throws Error when root finds no such user
 */
export function unprivilegedUser(passwdFile = '/etc/passwd'): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map<string, RunAs>();
  for (const line of readFileSync(passwdFile, 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name !== undefined && Number(uid) > 0) users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  for (const name of CANDIDATES) {
    const user = users.get(name);
    if (user !== undefined) return user;
  }
  throw new Error(
    `PostgreSQL does not run as root, and ${passwdFile} names none of ${CANDIDATES.join(', ')}: ` +
      'start as another user, or set DATABASE_URL to a PostgreSQL of your own',
  );
}
