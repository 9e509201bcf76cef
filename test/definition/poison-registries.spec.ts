import { describe, expect, it } from '@jest/globals';
import { analysisVersions } from '../../src/bytecode/analysis-version.js';
import { requireLockedAnalysis } from '../../src/definition/catalog/read-catalog.js';
import { DEFINITIONS } from '../../src/definition/read-definitions.js';
import { change, mistakesIn, saidOf } from './poison.js';
import { bindingText, LISTED, put } from './sound-definitions.js';

const WRITE = '`definitions check --write`';

describe('a binding is refused', () => {
  const mistake = mistakesIn('bindings/listed.yaml');
  const digest = (name: string) =>
    /"(sha256:\w+)"/.exec(bindingText('listed', ['name'], [{ key: LISTED, name, added: '1.0.0' }]))![1];

  mistake(
    'when its entries are not those of its digest',
    { '"One"': '"Two"' },
    `7:9 digest must be ${digest('Two')}, the digest of versions and entries`,
  );
  mistake(
    'with an address that is no text',
    { [`"${LISTED}"`]: LISTED },
    `9:12 ${LISTED} must be in quotes: without them it is a number`,
  );
  mistake('with half an address', { [LISTED]: '0x1111' }, '9:12 entries[0].key must have 40 hex digits');
  mistake(
    'with an entry of a version that there never was',
    { '"added":"1.0.0"': '"added":"1.1.0"' },
    '9:78 entries[0].added is 1.1.0, which is none of the versions',
  );
  mistake(
    'with an entry that lacks a field',
    { '"name":"One",': '' },
    '9:5 entries[0] has no name, one of the fields of this binding',
  );
  mistake(
    'with an entry that names no source',
    { ',"source":"list"': '' },
    '9:5 entries[0].source is missing',
  );
  mistake(
    'with an entry of a source that it does not have',
    { '"source":"list"': '"source":"hearsay"' },
    '2:18 sources.list is the source of no entry',
    '9:95 entries[0].source is hearsay, which is none of the sources',
  );
  mistake(
    'with a source that was read on no day',
    { 'read: "2026-11-21"': 'read: "lately"' },
    '2:42 sources.list.read must be a day such as "2026-11-21"',
  );
  mistake(
    'under another id than its file',
    { 'id: listed': 'id: lists' },
    '1:5 id must be listed, as the file is named',
  );

  it('when it has an entry twice', () => {
    const entry = { key: LISTED, name: 'One', added: '1.0.0' };
    const text = bindingText('listed', ['name'], [entry, entry]);
    expect(saidOf((directory) => put(directory, 'bindings/listed.yaml', text))).toEqual([
      'bindings/listed.yaml:10:12 entries[1].key is there twice at block 0: periods of a key ascend and do not overlap',
    ]);
  });

  it('when it belongs to the demo chain and does not match the binding of mainnet that it replaces', () => {
    const said = saidOf((directory) => {
      put(
        directory,
        'bindings/demo/listed.yaml',
        bindingText('listed', ['since'], [{ key: LISTED, since: '2020', added: '1.0.0' }]),
      );
      put(
        directory,
        'bindings/demo/others.yaml',
        bindingText('others', [], [{ key: LISTED, added: '1.0.0' }]),
      );
    });
    expect(said).toEqual([
      'bindings/demo/listed.yaml:1:1 has other fields than the binding it replaces: name',
      'bindings/demo/others.yaml:1:1 replaces no binding',
    ]);
  });
});

describe('the lock is refused', () => {
  const mistake = mistakesIn('lock.json');
  const restore = `1:1 is no lock file: restore it, or remove it and write it with ${WRITE}`;

  mistake('when it is no JSON', { '{\n  "codeAnalysis": {': '\n  "codeAnalysis": {' }, restore);
  mistake('with a digest that is none', { '"sha256": "': '"sha256": "x' }, restore);
  mistake(
    'when it has a definition that is not there',
    {
      '"nature:contract"': `"nature:gone": { "version": "1.0.0", "sha256": "${'0'.repeat(64)}" },\n  "nature:contract"`,
    },
    `6:3 names nature:gone, which is not there: ${WRITE} removes it`,
  );

  it('when it lacks the definitions', () => {
    expect(saidOf((directory) => put(directory, 'lock.json', undefined))).toEqual([
      `lock.json:1:1 names no code analysis: ${WRITE} adds it`,
      `nature/contract.yaml:2:10 version is not in lock.json: ${WRITE} adds it`,
      `token/coin.yaml:2:10 version is not in lock.json: ${WRITE} adds it`,
    ]);
  });

  mistake(
    'when facts about code came from another program',
    { '"evmole": "0.8.4"': '"evmole": "0.8.3"' },
    '2:3 has analysis 1, evmole 0.8.3, and analysis 1, evmole 0.8.4 is installed: facts about code, and so proofs, may differ. ' +
      `Install what is locked, or lock what is installed with ${WRITE}`,
  );
});

it('a process that derives facts does not start with a code analysis other than the locked one', () => {
  const installed = analysisVersions();
  requireLockedAnalysis(DEFINITIONS, installed);
  for (const other of [
    { ...installed, evmole: '0.8.3' },
    { ...installed, analysis: '0' },
  ])
    expect(() => requireLockedAnalysis(DEFINITIONS, other)).toThrow('is installed: facts about code');
});

it('a schema other than that of the program is refused', () => {
  const said = saidOf((directory) => change(directory, 'schema.json', { '"attribute"': '"atribute"' }));
  expect(said).toEqual([`schema.json:1:1 is not what the program reads: ${WRITE} writes it`]);
});
