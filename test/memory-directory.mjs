import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** Several times what a run keeps there at once. */
const ENOUGH_BYTES = 8 * 2 ** 30;

/**
 * Where the files of a test run cost neither journal nor disk: data directories and databases are made by the hundred and thrown away.
 * Undefined where programs cannot be run from there, or memory is short.
 */
export function memoryDirectory() {
  try {
    const options = new RegExp(` ${MEMORY} tmpfs (\\S+)`).exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
    if (options === undefined || options.split(',').includes('noexec')) return undefined;
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) < ENOUGH_BYTES ? undefined : MEMORY;
  } catch {
    return undefined;
  }
}
