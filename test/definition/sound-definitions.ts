import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { validateDefinitions } from '../../src/definition/catalog/validate-definitions.js';
import { canonicalJson, digestText } from '../../src/domain/canonical/canonical-json.js';

/** Contents by path below the directory. */
type Files = Readonly<Record<string, string>>;

export const LISTED = `0x${'11'.repeat(20)}`;

const CONTRACT = `id: nature:contract
version: 1.0.0
published: "2026-11-21"
kind: attribute
title: Contract
means: Has code.
families:
  - id: code
    facts:
      - { id: code, operator: exists, code: contract }
`;

const COIN = `id: token:coin
version: 1.1.0
published: "2026-11-21"
kind: attribute
title: Coin
means: Emits transfers, and is not listed.
dependsOn: ["nature:contract"]
bindings: [listed]
families:
  - id: transfer
    facts:
      - { id: live_code, operator: holds, dep: "nature:contract" }
      - id: transfer
        operator: exists
        log: { topic0: "0x${'dd'.repeat(32)}", topics: 3, dataLength: 32 }
    negativeControls:
      - { id: not_listed, operator: not_in, of: subject, binding: listed }
    value: transfer.value
`;

const LISTED_ENTRY = { key: LISTED, name: 'One', added: '1.0.0' };

/** A binding as YAML, with the right digest. */
export function bindingText(id: string, fields: readonly string[], entries: readonly object[]): string {
  const versions = [{ version: '1.0.0', validFrom: 0 }];
  return `id: ${id}
sources: { list: { what: "a list", read: "2026-11-21" } }
versions:
  - { version: 1.0.0, retrieved: "2026-11-21", validFrom: 0 }
keys: address
fields: ${JSON.stringify(fields)}
digest: "${digestText(canonicalJson({ versions, entries }))}"
entries:
${entries.map((entry) => `  - ${JSON.stringify({ ...entry, source: 'list' })}`).join('\n')}
`;
}

/** Sound definitions and bindings, without a lock and a schema. */
const SOUND: Files = {
  'nature/contract.yaml': CONTRACT,
  'nature/contract.fixture.yaml': cases(
    'facts: [{ check: code, start: 110, value: { hash: "0x01", length: "1", fingerprint: "0x02", selectors: "0x" } }]',
    'claims: [{ family: code, referenceBlock: 110, witnesses: [] }]',
    'code',
  ),
  'token/coin.yaml': COIN,
  'token/coin.fixture.yaml': cases(
    'facts: [{ check: transfer, start: 110 }]',
    'claims: [{ family: transfer, value: "true", referenceBlock: 110, witnesses: [] }]',
    'transfer',
  ),
  'bindings/listed.yaml': bindingText('listed', ['name'], [LISTED_ENTRY]),
};

/** Fixture cases: three proven, three not proven, and one undecided. */
function cases(facts: string, claims: string, unknown: string): string {
  const one = (name: string, verdict: string, ...rest: string[]) =>
    [`- name: ${name}`, `verdict: ${verdict}`, 'block: 120', ...rest].join('\n  ');
  return [
    ...['one', 'two', 'three'].map((name) => one(`proven ${name}`, 'proven', facts, claims)),
    ...['one', 'two', 'three'].map((name) => one(`not proven ${name}`, 'notProven')),
    one('undecided', 'undecided', `unknown: [${unknown}]`),
    '',
  ].join('\n');
}

/** The code analysis in the lock. */
export const ANALYSIS = { analysis: '1', evmole: '0.8.4' };

/** A new directory with sound definitions, their lock and their schema. */
export function soundDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'definitions-'));
  for (const [file, text] of Object.entries(SOUND)) put(directory, file, text);
  validateDefinitions(directory, ANALYSIS, true);
  return directory;
}

/** Writes a file, or removes it if the text is undefined. */
export function put(directory: string, file: string, text: string | undefined): void {
  const path = join(directory, file);
  mkdirSync(dirname(path), { recursive: true });
  if (text === undefined) rmSync(path);
  else writeFileSync(path, text);
}
