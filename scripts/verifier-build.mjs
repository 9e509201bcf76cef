// How the verifier is bundled for whatever has no Node.js: the settings of esbuild, for the package and for the pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const shim = (name) => join(root, 'packages', 'verifier', 'src', 'shim', `${name}.ts`);
const definitions = join(root, 'definitions');

/** What a release publishes, by part: texts by path below `definitions/`, and roots. */
const SHIPPED = {
  rules: () => {
    const texts = ['lock.json', 'bindings/fork-schedule.yaml'].map((name) => [name, textOf(name)]);
    return { files: Object.fromEntries(texts) };
  },
  canonicity: () => ({ epochs: rootsOf('epochs'), eras: rootsOf('eras') }),
};

/** The verifier as it is, without native code and WebAssembly. The EVM is a part of its own. */
export const VERIFIER = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  splitting: true,
  metafile: true,
  write: false,
  legalComments: 'none',
  absWorkingDir: root,
  logLevel: 'error',
  alias: {
    'node:crypto': shim('node-crypto'),
    'node:module': shim('node-module'),
    'node:path': shim('files'),
    'hash-wasm': shim('hash-wasm'),
    '@bitauth/libauth': shim('libauth'),
    yaml: shim('yaml'),
  },
  // Only the program reads options.
  external: ['node:util'],
  inject: [shim('buffer')],
  plugins: [{ name: 'verifier', setup }],
  define: {
    'import.meta.url': '"file:///"',
    'process.env.NODE_ENV': '"production"',
    'process.pid': '0',
    'process.platform': '"browser"',
  },
};

function setup({ onLoad, onResolve }) {
  // The program reads the file that it is given, and nothing else.
  onResolve({ filter: /^node:fs$/ }, ({ importer }) =>
    importer.endsWith('bundle-file.ts') || importer.endsWith('trusted-log.ts')
      ? { path: 'node:fs', external: true }
      : { path: shim('files') },
  );
  // The package would bring code for whole blocks, for a header that is always given.
  onResolve({ filter: /^@ethereumjs\/block$/ }, ({ importer }) =>
    importer.endsWith('runTx.js') ? { path: shim('ethereumjs-block') } : undefined,
  );
  onResolve({ filter: /^shipped:/ }, ({ path }) => ({
    path: path.slice('shipped:'.length),
    namespace: 'shipped',
  }));
  onLoad({ filter: /./, namespace: 'shipped' }, ({ path }) => {
    const values = Object.entries(SHIPPED[path]());
    return {
      contents: values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n'),
    };
  });
  // Threshold signatures, which come with secp256k1: nothing here signs.
  onLoad({ filter: /@noble[\\/]curves[\\/]abstract[\\/]frost\.js$/ }, () => ({
    contents: 'export const createFROST = () => undefined;',
  }));
  // Code in containers (EOF), which no fork of mainnet has.
  onLoad({ filter: /@ethereumjs[\\/]evm[\\/].*[\\/]eof[\\/]stackDelta\.js$/ }, () => ({
    contents: 'export const stackDelta = {};',
  }));
  onLoad({ filter: /@ethereumjs[\\/]evm[\\/].*[\\/]eof[\\/]verify\.js$/ }, () => ({
    contents: 'export const ContainerSectionType = {}; export const verifyCode = () => undefined;',
  }));
  // zod brings its messages in fifty languages; nobody reads any of them here.
  onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: '' }));
}

/** Roots in base64, which take a sixth less than hex when both are compressed. */
function rootsOf(name) {
  const lines = readFileSync(join(definitions, 'canonicity', `${name}.txt`), 'latin1')
    .trimEnd()
    .split('\n');
  const [first] = lines[0].split(' ').map(Number);
  const roots = lines.map((line, at) => {
    const [number, root] = line.split(' ');
    if (Number(number) !== first + at) throw new Error(`${name}.txt has a gap before ${number}`);
    return Buffer.from(root, 'hex');
  });
  return { first, base64: Buffer.concat(roots).toString('base64') };
}

function textOf(name) {
  const text = readFileSync(join(definitions, name), 'utf8');
  return name.endsWith('.yaml') ? JSON.stringify(parse(text)) : text;
}
