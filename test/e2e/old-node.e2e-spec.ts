import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

describe('the check of the version of Node.js', () => {
  /** A checkout that shares installed packages, so that nothing is installed. */
  const checkout = mkdtempSync(join(tmpdir(), 'chainproof-node-'));
  beforeAll(() => {
    mkdirSync(join(checkout, 'scripts'));
    copyFileSync('scripts/ensure-installed.mjs', join(checkout, 'scripts', 'ensure-installed.mjs'));
    symlinkSync(checkout, join(checkout, 'node_modules'));
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  /** Runs the check under a pretended version of Node.js. */
  function runAs(version: string) {
    const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(pretend)}`,
        join(checkout, 'scripts', 'ensure-installed.mjs'),
      ],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    return { status, stderr };
  }

  it.each(['18.20.8', '20.12.0', '20.18.3', '21.7.3', '22.11.0'])('refuses %s in one sentence', (version) => {
    expect(runAs(version)).toEqual({
      status: 1,
      stderr: `Node.js 20.19 or newer of 20, or 22.12 or newer, is needed, and this is ${version}.\n`,
    });
  });

  it.each(['20.19.0', '22.12.0', '23.0.0', '24.1.0'])('accepts %s', (version) => {
    expect(runAs(version)).toEqual({ status: 0, stderr: '' });
  });

  it('uses only features that a refused Node.js has, and requires the version of package.json', () => {
    expect(readFileSync('scripts/ensure-installed.mjs', 'utf8')).not.toMatch(
      /import\.meta\.(dirname|filename)/,
    );
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect([engines, packages[''].engines]).toEqual(Array(2).fill({ node: '^20.19 || >=22.12' }));
  });
});
