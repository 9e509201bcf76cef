// Compiles everything to dist/, tests included, and the demo's contracts, gathers the signature table, and bundles the
// explorer's pages and the command line. What has not changed is not made again.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compiler } from './compiler.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

if (existsSync(dist)) removeOrphans();
else console.error('Building …');
const statuses = await Promise.all([
  run(join('scripts', 'compile-contracts.mjs')),
  run(join('scripts', 'build-signature-table.mjs')),
  run(join('scripts', 'build-explorer.mjs')),
  run(compiler(), '-p', '.'),
]);
const failed = Math.max(...statuses);
process.exitCode = failed === 0 ? await run(join('scripts', 'build-program.mjs')) : failed;

/** What is left in dist/ of sources that are gone would still run, as a test or a migration. */
function removeOrphans() {
  for (const name of readdirSync(dist, { recursive: true })) {
    // Bundles have no source of their own name, and their build removes old ones.
    if (/^(explorer-pages|program)\b/.test(name)) continue;
    const source = /^(.+)\.js(\.map)?$/.exec(name)?.[1];
    if (source !== undefined && !existsSync(join(root, `${source}.ts`))) rmSync(join(dist, name));
  }
}

function run(script, ...parameters) {
  return new Promise((resolve) => {
    // Standard output belongs to the command this prepares.
    const child = spawn(process.execPath, [script, ...parameters], { cwd: root, stdio: ['ignore', 2, 2] });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
