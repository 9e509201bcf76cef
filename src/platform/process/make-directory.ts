import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory and those above it, where they are not there yet.
 *
 * `mkdirSync` with `recursive` does not do: below a directory that takes no others, such as `/proc`, it never returns.
 *
 * @throws Error of the file system
 */
export function makeDirectory(directory: string, mode?: number): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory), mode);
  try {
    mkdirSync(directory, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(directory)) throw error;
  }
}
