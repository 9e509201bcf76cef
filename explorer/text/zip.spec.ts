import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { zip } from './zip.js';

const files = ['a.json', 'SHA256SUMS'].map((name, at) => ({
  name,
  bytes: Buffer.from(`${name} ${'x'.repeat(at * 70_000)}`),
}));

it('gives the same bytes for the same files', () => {
  expect(Buffer.from(zip(files)).equals(Buffer.from(zip(files)))).toBe(true);
});

it('writes an archive that another program reads', () => {
  const directory = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    writeFileSync(join(directory, 'a.zip'), zip(files));
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
    try {
      execFileSync('python3', ['-c', script, join(directory, 'a.zip'), directory]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    for (const { name, bytes } of files) expect(readFileSync(join(directory, name)).equals(bytes)).toBe(true);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
