import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { RunAs } from '../../process/run-as.js';

/**
 * Whether that user can come to the path, read it and enter or execute it, by the permission bits of it and of every
 * directory above. Without a user the question is about ourselves, and answered when the path is used.
 */
export function isReachable(path: string, user: RunAs | undefined): boolean {
  if (!existsSync(path)) return false;
  if (user === undefined) return true;
  if (!permits(path, user, 0o5)) return false;
  for (let above = dirname(resolve(path)); ; above = dirname(above)) {
    if (!permits(above, user, 0o1)) return false;
    if (above === dirname(above)) return true;
  }
}

function permits(path: string, user: RunAs, wanted: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}
