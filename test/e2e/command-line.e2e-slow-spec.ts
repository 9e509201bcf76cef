import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { moreSlowly } from '../slowly.js';

const exec = promisify(execFile);
const CLI = 'dist/program/cli.js';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Prints the processor time at exit, since wall-clock time depends on other processes. */
const MEASURE = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();console.error(user+system)})`;

async function measured(...parameters: string[]): Promise<{ out: string; cpuMs: number }> {
  const { stdout, stderr } = await exec(process.execPath, ['--import', MEASURE, CLI, ...parameters]);
  return { out: stdout, cpuMs: Number(stderr.trim()) / 1_000 };
}

describe('the command line', () => {
  const quick = [
    ['--help'],
    ['proof', 'export', '--help'],
    ['--version'],
    ['ingest', '--help'],
    ['serve', '--help'],
  ];

  it.each(moreSlowly(quick, 2))('says %s %s %s without loading the service', async (...parameters) => {
    const { cpuMs } = await measured(...parameters);
    // Some 600 ms where loading all commands takes 2,500.
    expect(cpuMs).toBeLessThan(1_500);
  });

  it('shows its usage as a command that can be typed', async () => {
    expect((await measured('--help')).out).toMatch(/^Usage: npm run cli -- \[options\] \[command\]\n/);
    expect((await measured('keys', 'create', '--help')).out).toMatch(
      /^Usage: npm run cli -- keys create \[options\] <name>\n/,
    );
    const slip = await exec(process.execPath, [CLI, 'keys', 'list', 'all']).catch((error) => error);
    expect(slip.stderr).toBe(
      "error: too many arguments for 'list'. Expected 0 arguments but got 1.\n(--help lists what it takes)\n",
    );
    const mistyped = await exec(process.execPath, [CLI, 'keys', 'crate', 'x']).catch((error) => error);
    expect([mistyped.code, mistyped.stderr]).toEqual([
      1,
      "error: keys has no command 'crate': choose create or list or show or revoke\n(--help lists what it takes)\n",
    ]);
    expect((await measured('keys')).out).toMatch(/^Usage: npm run cli -- keys /);
    const { stdout } = await exec('npm', ['run', '--silent', '--ignore-scripts', 'cli', '--', '--version']);
    expect(stdout).toBe(`${version}\n`);
  });

  it('lists its commands with one sentence each, in lines that fit a terminal', async () => {
    const { out } = await measured('--help');
    expect(out).toMatch(
      /\n {2}serve +Runs the service: follows the chain and\n +serves the API\.\n {2}ingest /,
    );
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(out).toMatch(
      /\nEach command has --help\. Settings are environment variables: docs\/settings\.md\.\n$/,
    );
  });

  it.each(moreSlowly(['-V', '--version']))('prints its version for %s', async (flag) => {
    expect((await measured(flag)).out).toBe(`${version}\n`);
  });
});
