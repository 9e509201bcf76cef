import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Gives a file another text, all of it or nothing: a kill or a full disk leaves it as it was. Its mode stays, and so does a link to it.
 * @throws Error of the file system
 */
export function replaceFile(file: string, text: string): void {
  const replaced = realpathSync(file);
  const aside = `${replaced}.${randomBytes(8).toString('hex')}.new`;
  try {
    writeFileSync(aside, text, { mode: statSync(replaced).mode, flag: 'wx', flush: true });
    renameSync(aside, replaced);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}
