import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = resolve('dist', 'src');
/** Modules that are loaded on demand: the EVM, BLS signatures, and the client for nodes of the reader. */
const ON_DEMAND = [
  '../../state/witness/execute-views.js',
  '../../state/witness/execute-transactions.js',
  '../../domain/canonicity/light-client/follow-updates.js',
  './compare-with-nodes.js',
];

/** All imports of a program, also indirect ones: our files relative to `src`, and packages by name. */
function reachable(
  entry: string,
  isOnDemand = false,
): { readonly own: string[]; readonly foreign: string[] } {
  const own = new Set<string>();
  const foreign = new Set<string>();
  const visit = (file: string): void => {
    if (own.has(file)) return;
    own.add(file);
    for (const name of importsOf(readFileSync(file, 'utf8'))) {
      if (ON_DEMAND.includes(name) && !isOnDemand) continue;
      if (name.startsWith('.')) visit(resolve(dirname(file), name));
      else foreign.add(name);
    }
  };
  visit(entry);
  return { own: [...own].map((file) => relative(ROOT, file)).sort(), foreign: [...foreign].sort() };
}

/** Imports of a compiled module: static, dynamic, and by `createRequire(…)(…)`. */
function importsOf(code: string): string[] {
  const forms = [
    /^(?:import|export)\s[^;]*?from '([^']+)'/gm,
    /^import '([^']+)'/gm,
    /\b(?:import|require)\(\s*'([^']+)'\s*\)/g,
  ];
  const required = /createRequire\(import\.meta\.url\)\('([^']+)'\)/g;
  return [...forms, required].flatMap((form) => [...code.matchAll(form)].map((found) => found[1]!));
}

/** The parts of execution that work without the EVM. */
const KNOWN = [
  'state/witness/view-convention.js',
  'state/witness/witnessed-call.js',
  'state/execution/run/limits.js',
];

describe('the program that verifies bundles', () => {
  const { own, foreign } = reachable(resolve(ROOT, 'verify.js'));

  it('imports from domain, definition, evaluator, tlog, verifier and its own room only', () => {
    const rooms = new Set(own.filter((file) => !KNOWN.includes(file)).map((file) => file.split('/')[0]));
    expect([...rooms].sort()).toEqual([
      'comparison',
      'definition',
      'domain',
      'evaluator',
      'tlog',
      'verifier',
      'verify.js',
    ]);
  });

  it('loads the EVM only for view calls and frames, BLS only for sync committees, and connections only for named nodes', () => {
    const all = reachable(resolve(ROOT, 'verify.js'), true);
    const loaded = all.own.filter((file) => !own.includes(file));
    expect(loaded.filter((file) => !/^(domain|comparison|state\/(execution|witness))\//.test(file))).toEqual(
      [],
    );
    const packages = ['common', 'evm', 'tx', 'util', 'vm'].map((name) => `@ethereumjs/${name}`);
    expect(all.foreign.filter((name) => !foreign.includes(name))).toEqual([
      ...packages,
      '@noble/curves/bls12-381.js',
    ]);
  });

  it('needs packages for hashes, signatures and YAML, and nothing that opens a connection', () => {
    expect(foreign).toEqual([
      '@bitauth/libauth',
      '@noble/curves/secp256k1.js',
      'hash-wasm',
      'koffi',
      'node:crypto',
      'node:fs',
      'node:module',
      'node:path',
      'node:url',
      'node:util',
      'secp256k1/bindings',
      'yaml',
      'zod',
    ]);
  });
});
