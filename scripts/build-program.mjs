// Bundles the command line of dist/src into dist/program: a start reads 200 files in place of 2,500. Threads, tests and whatever
// else is named by its file use dist/src as before.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const compiled = join(root, 'dist', 'src');
const target = join(root, 'dist', 'program');
const entry = join(target, 'cli.js');

/** Packages of many modules that every command with blocks or settings loads. None of them keeps state that another copy would miss. */
const BUNDLED = /^(@ethereumjs|@noble|class-validator|zod)(\/|$)/;
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const external = Object.keys({ ...dependencies, ...optionalDependencies })
  .filter((name) => !BUNDLED.test(name))
  .flatMap((name) => [name, `${name}/*`]);

if (!isFresh()) await bundle();

function isFresh() {
  if (!existsSync(entry)) return false;
  const made = statSync(entry).mtimeMs;
  const sources = readdirSync(compiled, { recursive: true }).filter((name) => name.endsWith('.js'));
  return [
    import.meta.filename,
    join(root, 'package-lock.json'),
    ...sources.map((name) => join(compiled, name)),
  ].every((file) => statSync(file).mtimeMs < made);
}

async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(compiled, 'cli.js')],
    outdir: target,
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Logs and refusals print the names of classes.
    keepNames: true,
    // ES modules of packages lose what is not used, such as the telephone numbers of class-validator.
    mainFields: ['module', 'main'],
    write: false,
    legalComments: 'none',
    logLevel: 'warning',
    external,
    // CommonJS packages within the bundle ask for modules of Node.js.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    plugins: [
      { name: 'place of a module', setup: (esbuild) => esbuild.onLoad({ filter: /\.js$/ }, withItsPlace) },
    ],
  });
  mkdirSync(target, { recursive: true });
  const isEntry = ({ path }) => path === entry;
  // The entry comes last: it says that its parts are whole.
  for (const { path, contents } of [
    ...outputFiles.filter((file) => !isEntry(file)),
    outputFiles.find(isEntry),
  ]) {
    writeFileSync(`${path}.partial`, contents);
    renameSync(`${path}.partial`, path);
  }
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(target)) if (!made.has(name)) rmSync(join(target, name), { force: true });
}

/** A module finds files, threads and packages from where it lies in dist/src. */
function withItsPlace({ path }) {
  if (!path.startsWith(compiled + sep)) return undefined;
  const text = readFileSync(path, 'utf8');
  const place = relative(target, path).split(sep).join('/');
  return {
    contents: text.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`),
    loader: 'js',
  };
}
