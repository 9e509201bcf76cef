import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** Several times what a run stores there at once. */
const ENOUGH_BYTES = 8 * 2 ** 30;

/**
 * Directory in which the files of a test run need neither journal nor disk: tests create and remove hundreds of data directories and databases.
 * Undefined if programs cannot run from there, or if memory is short.
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
