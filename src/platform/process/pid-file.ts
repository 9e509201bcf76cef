import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isRunning, type ProcessIdentity } from './process-identity.js';
import { POLITE_STOP, stopProcess } from './stop-process.js';

/** Notes a child on disk, so that the next start finds it should this process be killed. */
export function writePidFile(path: string, identity: ProcessIdentity): void {
  // Renamed into place: a half-written note would lose the child.
  writeFileSync(`${path}.new`, JSON.stringify(identity));
  renameSync(`${path}.new`, path);
}

/** The noted process if exactly that run is still alive. */
export function readPidFile(path: string): ProcessIdentity | undefined {
  let noted: ProcessIdentity;
  try {
    noted = JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
  return isRunning(noted) ? noted : undefined;
}

export function removePidFile(path: string): void {
  rmSync(path, { force: true });
}

/** Ends the child that an earlier, killed run noted in this file; true when there was one. */
export async function stopOrphan(path: string, steps = POLITE_STOP): Promise<boolean> {
  const orphan = readPidFile(path);
  if (orphan !== undefined) await stopProcess(orphan, steps);
  removePidFile(path);
  return orphan !== undefined;
}
