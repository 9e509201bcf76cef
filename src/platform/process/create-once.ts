import { randomBytes } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Creates a file with all of its text or not at all, also on a full disk. Of several processes one creates it.
 * @param mode who may read it; its owner alone when left out
 * @returns whether this one did; false where there is one already
 * @throws Error of the file system
 */
export function createOnce(file: string, text: string, mode = 0o600): boolean {
  const aside = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    writeFileSync(aside, text, { mode, flag: 'wx', flush: true });
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(aside, { force: true });
  }
}
