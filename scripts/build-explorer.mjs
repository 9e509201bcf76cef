// Bundles the pages of the explorer into dist/explorer-pages: files named by their content, compressed once, and a list of the entries.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { VERIFIER } from './verifier-build.mjs';

const root = join(import.meta.dirname, '..');
const source = join(root, 'explorer');
const target = join(root, 'dist', 'explorer-pages');

const NAMES = { outdir: target, entryNames: '[name]-[hash]', chunkNames: 'part-[hash]' };
const PAGES = {
  ...NAMES,
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  metafile: true,
  write: false,
  legalComments: 'none',
  absWorkingDir: root,
  logLevel: 'error',
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

const [pages, worker] = await Promise.all([
  build({ ...PAGES, entryPoints: [join(source, 'main.tsx'), join(source, 'style.css')] }),
  build({ ...VERIFIER, ...NAMES, entryPoints: [join(source, 'worker.ts')] }),
]);

mkdirSync(target, { recursive: true });
const files = [...pages.outputFiles, ...worker.outputFiles];
for (const { path, contents } of files) {
  // The name says the content: what is there is the same.
  if (existsSync(`${path}.br`)) continue;
  writeFileSync(path, contents);
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}
const entry = (name) => files.map(({ path }) => basename(path)).find((file) => file.startsWith(`${name}-`));
/** The parts that the entry cannot begin without: the browser loads them at once, and not one after another. */
function partsOf(name, found = new Set()) {
  for (const { path, kind } of pages.metafile.outputs[name].imports) {
    if (kind !== 'import-statement' || found.has(path)) continue;
    found.add(path);
    partsOf(path, found);
  }
  return [...found];
}
const script = Object.keys(pages.metafile.outputs).find((name) => basename(name) === entry('main'));
const manifest = {
  parts: partsOf(script).map((name) => basename(name)),
  script: entry('main'),
  style: entry('style'),
  worker: entry('worker'),
};
writeFileSync(join(target, 'manifest.json'), JSON.stringify(manifest));

const kept = new Set([
  'manifest.json',
  ...files.map(({ path }) => basename(path)).flatMap((name) => [name, `${name}.br`, `${name}.gz`]),
]);
for (const name of readdirSync(target)) if (!kept.has(name)) rmSync(join(target, name));

if (process.argv.includes('--sizes')) {
  for (const { path, contents } of files)
    console.log(`${basename(path)}  ${contents.length} B, gzip ${gzipSync(contents, { level: 9 }).length} B`);
  const inputs = Object.entries(
    Object.values(worker.metafile.outputs).find(({ entryPoint }) => entryPoint).inputs,
  )
    .sort(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput)
    .slice(0, 25);
  for (const [name, { bytesInOutput }] of inputs) console.log(`  ${bytesInOutput}  ${name}`);
}
