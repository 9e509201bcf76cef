// Compiles everything to dist/, tests included, and the demo's contracts, and gathers the signature table; does nothing
// when no source changed since the last time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const SOURCES = ['src', 'test', 'bench', 'migrations'];
const SETTINGS = ['tsconfig.json', 'nest-cli.json', 'package-lock.json'];

const state = stateOfSources();
const built = existsSync(stamp) && readFileSync(stamp, 'utf8') === state;
const statuses = await Promise.all([
  run(join('scripts', 'compile-contracts.mjs')),
  run(join('scripts', 'build-signature-table.mjs')),
  built ? 0 : build(),
]);
process.exitCode = Math.max(...statuses);

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

async function build() {
  console.error('Building …');
  // From nothing: left-over files of removed sources would still be run as tests and migrations, and what a bare `tsc`
  // compiled lacks what the compiler plugin of the API documents adds.
  rmSync(dist, { recursive: true, force: true });
  const status = await run(join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build');
  if (status === 0) writeFileSync(stamp, state);
  return status;
}

function run(script, ...parameters) {
  return new Promise((resolve) => {
    // Standard output belongs to the command this prepares.
    const child = spawn(process.execPath, [script, ...parameters], { cwd: root, stdio: ['ignore', 2, 2] });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
