import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeDirectory } from './make-directory.js';

const MODULE = new URL('./make-directory.js', import.meta.url).href;

it('makes a directory with those above it, once', () => {
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-directory-'));
  try {
    const below = join(directory, 'a', 'b');
    makeDirectory(below, 0o700);
    makeDirectory(below);
    expect(statSync(below).mode & 0o777).toBe(0o700);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('fails at once where none can be made', () => {
  const program = `import(${JSON.stringify(MODULE)}).then(({ makeDirectory }) => makeDirectory('/proc/x/y'))`;
  // A process that tries for ever hears no other signal.
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], {
    ...{ timeout: 10_000, killSignal: 'SIGKILL', encoding: 'utf8' },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("mkdir '/proc/x'");
});
