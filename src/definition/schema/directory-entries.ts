import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileError } from './definitions-refused.js';

/** The entries of one directory, by name; hidden names are skipped. */
export interface DirectoryEntries {
  /** Links to files count as files, because some systems mount a directory as links only. */
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Entries that are neither files nor directories. */
  readonly errors: readonly FileError[];
}

export function directoryEntries(directory: string): DirectoryEntries {
  const files: string[] = [];
  const directories: string[] = [];
  const errors: FileError[] = [];
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    const file = join(directory, name);
    if (entry.isFile()) files.push(name);
    else if (entry.isDirectory()) directories.push(name);
    else if (!entry.isSymbolicLink()) errors.push(wrongFile(file, 'is no file'));
    else if (isLinkToFile(file)) files.push(name);
    else errors.push(wrongFile(file, 'is a link to no file, and links are followed to files only'));
  }
  return { files: files.sort(), directories: directories.sort(), errors };
}

/** An error about a file as a whole. */
export function wrongFile(file: string, sentence: string): FileError {
  return { file, line: 1, column: 1, sentence };
}

function isLinkToFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
