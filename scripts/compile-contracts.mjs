// Compiles contracts/*.sol into .cache/demo-contracts.json: { hash, contracts: { <name>: { abi, bytecode } } }.
// Does nothing when neither the sources, the compiler nor the imported packages changed since the last time.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, '.cache', 'demo-contracts.json');

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none' }, // a comment must not change the demo chain's block hashes
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};
const sources = Object.fromEntries(
  readdirSync(join(root, 'contracts'))
    .filter((file) => file.endsWith('.sol'))
    .sort()
    .map((file) => [`contracts/${file}`, { content: readFileSync(join(root, 'contracts', file), 'utf8') }]),
);
const versions = ['solc', '@openzeppelin/contracts', '@account-abstraction/contracts'].map(
  (name) => require(`${name}/package.json`).version,
);
const hash = createHash('sha256')
  .update(JSON.stringify([versions, settings, sources]))
  .digest('hex');

if (lastHash() === hash) process.exit(0);

const solc = require('solc');
const result = JSON.parse(
  solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), { import: readImport }),
);
const errors = (result.errors ?? []).filter(({ severity }) => severity === 'error');
if (errors.length > 0) {
  console.error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  process.exit(1);
}
const contracts = {};
for (const [file, compiled] of Object.entries(result.contracts)) {
  if (!file.startsWith('contracts/')) continue;
  for (const [name, { abi, evm }] of Object.entries(compiled)) {
    if (evm.bytecode.object !== '') contracts[name] = { abi, bytecode: `0x${evm.bytecode.object}` };
  }
}
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, JSON.stringify({ hash, contracts }));
console.log(`compiled ${Object.keys(contracts).length} demo contracts`);

function readImport(path) {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch (error) {
    return { error: error.message };
  }
}

function lastHash() {
  try {
    return JSON.parse(readFileSync(output, 'utf8')).hash;
  } catch {
    return undefined; // never compiled, or by an older form of this script
  }
}
