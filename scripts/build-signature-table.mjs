// Gathers every function, event and error that the packages at hand declare into .cache/signatures.txt, whose format
// src/signature/signature-table.ts tells; the first line names what it was made of. Does nothing when that did not change.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { createKeccak } from 'hash-wasm';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const output = join(root, '.cache', 'signatures.txt');
const STANDARDS = join(root, 'src', 'signature', 'standards.yaml');

/** Packages that bring compiled contracts. */
const ARTIFACTS = [
  '@aave/core-v3',
  '@account-abstraction/contracts',
  '@openzeppelin/contracts',
  '@safe-global/safe-contracts',
  '@uniswap/v2-core',
  '@uniswap/v2-periphery',
  '@uniswap/v3-core',
  '@uniswap/v3-periphery',
  'canonical-weth',
];
const KINDS = ['error', 'event', 'function'];

const versions = [...ARTIFACTS, 'viem', 'sevm'].map((name) => `${name}@${versionOf(name)}`);
const made = createHash('sha256')
  .update(versions.join('\n'))
  .update(readFileSync(import.meta.filename))
  .update(readFileSync(STANDARDS))
  .digest('hex');
const header = `# ${made}\n`;
if (lastHeader() === header) process.exit(0);

/** For each kind, how many distinct ABIs have a declaration. */
const uses = Object.fromEntries(KINDS.map((kind) => [kind, new Map()]));
const seen = new Set();
for (const abi of [...artifactAbis(), ...(await viemAbis()), ...(await standardAbis())]) count(abi);
const lines = await linesOfAll();
mkdirSync(dirname(output), { recursive: true });
// In one step: a service that starts meanwhile must not read half of it.
writeFileSync(`${output}.new`, header + lines.sort().join(''));
renameSync(`${output}.new`, output);
console.log(`gathered ${lines.length} signatures, ${seen.size} ABIs`);

function versionOf(name) {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}

function lastHeader() {
  try {
    return readFileSync(output).toString('latin1', 0, header.length);
  } catch {
    return undefined; // never made
  }
}

function* artifactAbis() {
  for (const name of ARTIFACTS) {
    const folder = join(root, 'node_modules', name);
    const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json'));
    for (const file of files.sort()) {
      if (file.includes(`build-info${sep}`) || file.endsWith('.dbg.json')) continue;
      const artifact = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const abi = Array.isArray(artifact) ? artifact : artifact.abi;
      if (Array.isArray(abi)) yield abi;
    }
  }
}

async function viemAbis() {
  const modules = await Promise.all([import('viem'), import('viem/account-abstraction')]);
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) => /Abi(_|$)/.test(name) && Array.isArray(value))
    .map(([, abi]) => abi);
}

async function standardAbis() {
  const { parse } = await import('yaml');
  const { parseAbi } = await import('viem');
  return Object.values(parse(readFileSync(STANDARDS, 'utf8'))).map((declarations) => parseAbi(declarations));
}

function count(abi) {
  const declared = new Set(abi.flatMap((entry) => declarationsOf(entry)));
  // Several packages and compilers bring the same interface.
  const identity = Array.from(declared).sort().join('\n');
  if (seen.has(identity)) return;
  seen.add(identity);
  for (const line of declared) {
    const [, kind, declaration] = /^(\w+) (.*)$/.exec(line);
    uses[kind].set(declaration, (uses[kind].get(declaration) ?? 0) + 1);
  }
}

function declarationsOf({ type, name, inputs, anonymous }) {
  if (!KINDS.includes(type) || anonymous) return [];
  const types = inputs.map(typeOf);
  // Types of library functions that no caller can encode.
  if (types.some((written) => !/^[a-z0-9()[\],]+$/.test(written))) return [];
  if (type !== 'event') return [`${type} ${name}(${types})`];
  const parameters = inputs.map((input, at) =>
    [types[at], ...(input.indexed ? ['indexed'] : []), ...(input.name ? [input.name] : [])].join(' '),
  );
  return [`event ${name}(${parameters})`];
}

function typeOf({ type, components }) {
  return type.startsWith('tuple') ? `(${components.map(typeOf)})${type.slice('tuple'.length)}` : type;
}

async function linesOfAll() {
  const keccak = await createKeccak(256);
  const hashOf = (signature) => keccak.init().update(signature).digest('hex');
  const known = new Set();
  const lines = [];
  const add = (kind, hash, count, declaration) => lines.push(`${kind} ${hash} ${count} ${declaration}\n`);
  for (const [kind, counts] of Object.entries({ ...uses, event: layoutsOf(uses.event) })) {
    for (const [declaration, times] of counts) {
      const signature = kind === 'event' ? signatureOf(declaration) : declaration;
      known.add(`${kind} ${signature}`);
      const hash = hashOf(signature);
      add(kind, kind === 'event' ? hash : hash.slice(0, 8), times, declaration);
    }
  }
  const bare = dirname(require.resolve('sevm/4bytedb'));
  for (const [kind, file] of [
    ['event', 'eventHashes.min.json'],
    ['function', 'functionHashes.min.json'],
  ]) {
    const signatures = JSON.parse(readFileSync(join(bare, file), 'utf8'));
    for (const [hash, signature] of Object.entries(signatures)) {
      // The table of sevm lists errors among the functions.
      if (!known.has(`${kind} ${signature}`) && !known.has(`error ${signature}`))
        add(kind, hash, 0, signature);
    }
  }
  return lines;
}

/**
 * The same parameters may have several names. For each choice of indexed parameters, the most used names
 * stand for all.
 */
function layoutsOf(events) {
  const layouts = new Map();
  const byUse = Array.from(events).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  for (const [declaration, times] of byUse) {
    const layout = declaration.replace(/ (?!indexed\b)[\w$]+/g, '');
    const first = layouts.get(layout);
    layouts.set(layout, {
      declaration: first?.declaration ?? declaration,
      times: (first?.times ?? 0) + times,
    });
  }
  return Array.from(layouts.values(), ({ declaration, times }) => [declaration, times]);
}

function signatureOf(declaration) {
  return declaration.replace(/ [^,)]*/g, '');
}
