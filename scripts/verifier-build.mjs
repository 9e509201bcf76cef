// How the verifier is bundled for whatever has no Node.js: the settings of esbuild, for the package and for the pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const shim = (name) => join(root, 'packages', 'verifier', 'src', 'shim', `${name}.ts`);
const definitions = join(root, 'definitions');

/** What a release publishes, by part: paths below `definitions/`. */
const SHIPPED = {
  rules: ['lock.json', 'bindings/fork-schedule.yaml'],
  canonicity: readdirSync(join(definitions, 'canonicity'))
    .filter((name) => !name.endsWith('.md'))
    .sort()
    .map((name) => `canonicity/${name}`),
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
  // The program alone reads options.
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
  // It would bring whole blocks for a header that is always given.
  onResolve({ filter: /^@ethereumjs\/block$/ }, ({ importer }) =>
    importer.endsWith('runTx.js') ? { path: shim('ethereumjs-block') } : undefined,
  );
  onResolve({ filter: /^shipped:/ }, ({ path }) => ({
    path: path.slice('shipped:'.length),
    namespace: 'shipped',
  }));
  onLoad({ filter: /./, namespace: 'shipped' }, ({ path }) => {
    const texts = SHIPPED[path].map((name) => [name, textOf(name)]);
    return { contents: `export const files = ${JSON.stringify(Object.fromEntries(texts))};` };
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

function textOf(name) {
  const text = readFileSync(join(definitions, name), 'utf8');
  return name.endsWith('.yaml') ? JSON.stringify(parse(text)) : text;
}
