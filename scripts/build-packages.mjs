// Builds packages/<name>/dist from what scripts/build.mjs made: node scripts/build-packages.mjs [<name> …]
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { compiler } from './compiler.mjs';
import { VERIFIER } from './verifier-build.mjs';

const root = join(import.meta.dirname, '..');
const packages = join(root, 'packages');

const BUILDS = { verifier: buildVerifier, client: buildClient };

const named = process.argv.slice(2).filter((word) => word !== '--sizes');
for (const name of named.length > 0 ? named : Object.keys(BUILDS)) {
  const target = join(packages, name, 'dist');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await BUILDS[name](join(packages, name), target);
  for (const file of ['LICENSE', 'NOTICE']) copyFileSync(join(root, file), join(target, file));
}

async function buildVerifier(folder, target) {
  await bundle(folder, target, ['index', 'cli'], VERIFIER);
  const { bundleJsonSchemas } = await import('../dist/src/verifier/bundle/json-schema.js');
  for (const [name, schema] of Object.entries(bundleJsonSchemas()))
    writeFileSync(join(target, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
}

async function buildClient(folder, target) {
  const types = join(folder, 'src', 'schema.d.ts');
  run(join(root, 'scripts', 'make-client.mjs'));
  run(compiler(), '-p', folder);
  copyFileSync(types, join(target, 'schema.d.ts'));
  await bundle(folder, target, ['index', 'payments'], {
    ...{ bundle: true, splitting: true, minify: true, format: 'esm', target: 'es2022', platform: 'neutral' },
    ...{ mainFields: ['module', 'main'], conditions: ['import', 'browser'] },
    ...{ metafile: true, write: false, legalComments: 'none', absWorkingDir: root, logLevel: 'error' },
  });
  // The types of what is bundled, so that a project needs no other package to be checked.
  for (const [name, types] of [
    ['openapi-fetch', 'index.d.mts'],
    ['openapi-typescript-helpers', 'index.d.mts'],
  ])
    writeFileSync(
      join(target, `${name}.d.ts`),
      withOwnNames(readFileSync(join(root, 'node_modules', name, 'dist', types), 'utf8')),
    );
  const index = join(target, 'index.d.ts');
  writeFileSync(index, withOwnNames(readFileSync(index, 'utf8')));
}

function withOwnNames(types) {
  return types.replace(/from '(openapi-[\w-]+)'/g, "from './$1.js'");
}

async function bundle(folder, target, names, settings) {
  const { outputFiles, metafile } = await build({
    ...settings,
    outdir: target,
    chunkNames: 'part-[hash]',
    entryPoints: names.map((name) => join(folder, 'src', `${name}.ts`)),
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  writeFileSync(join(target, 'LICENSES-OF-OTHERS.txt'), licensesOf(metafile));
  if (process.argv.includes('--sizes'))
    for (const { path, contents } of outputFiles)
      console.log(
        `${basename(path)}  ${contents.length} B, gzip ${gzipSync(contents, { level: 9 }).length} B`,
      );
}

function run(script, ...parameters) {
  execFileSync(process.execPath, [script, ...parameters], { cwd: root, stdio: ['ignore', 2, 2] });
}

/** The licence of each package whose code is in a bundle, as these licences ask for. */
function licensesOf({ inputs }) {
  const found = new Map();
  for (const input of Object.keys(inputs).filter((name) => name.includes('node_modules/'))) {
    const folder = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(join(root, input))[0];
    if (!found.has(folder)) found.set(folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  }
  return [...found]
    .map(([folder, { name, version, license }]) => {
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .sort()
    .join(`\n${'-'.repeat(40)}\n\n`);
}
