// Compiles everything to dist/, tests included; does nothing when no source changed since the last time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const SOURCES = ['src', 'test', 'bench', 'migrations'];
const SETTINGS = ['tsconfig.json', 'nest-cli.json', 'package-lock.json'];

const state = stateOfSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) build();
run(join(root, 'scripts', 'compile-contracts.mjs'));

function stateOfSources() {
  const hash = createHash('sha256');
  const note = (path) => hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  for (const folder of SOURCES.filter((name) => existsSync(join(root, name)))) {
    const names = readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith('.ts'));
    for (const name of names.sort()) note(join(folder, name));
  }
  for (const name of SETTINGS) note(name);
  return hash.digest('hex');
}

function build() {
  console.error('Building …');
  // From nothing: left-over files of removed sources would still be run as tests and migrations, and what a bare `tsc`
  // compiled lacks what the compiler plugin of the API documents adds.
  rmSync(dist, { recursive: true, force: true });
  run(join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build');
  writeFileSync(stamp, state);
}

function run(script, ...parameters) {
  const { status } = spawnSync(process.execPath, [script, ...parameters], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
