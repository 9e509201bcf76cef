import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { validateDefinitions } from '../../src/definition/catalog/validate-definitions.js';
import { change, mistakesIn, saidOf } from './poison.js';
import { ANALYSIS, put, soundDirectory } from './sound-definitions.js';

const DEPENDS = 'dependsOn: ["nature:contract"]\n';
const VALUE = 'value: transfer.value';
const DIGITS = 'dd'.repeat(32);

it('sound definitions are not refused', () => {
  expect(saidOf(() => {})).toEqual([]);
});

it('definitions without a lock are locked and named', () => {
  const directory = soundDirectory();
  const lock = () => validateDefinitions(directory, ANALYSIS, true).locked.map(({ id }) => id);
  expect(lock()).toEqual([]);
  writeFileSync(join(directory, 'lock.json'), '{}');
  expect(lock()).toContain('token:coin');
  change(directory, 'token/coin.yaml', { 'version: 1.1.0': 'version: 1.2.0' });
  expect(lock()).toEqual(['token:coin']);
  rmSync(directory, { recursive: true });
});

describe('a definition is refused', () => {
  const mistake = mistakesIn('token/coin.yaml');

  mistake(
    'with an unknown key',
    { 'title: Coin': 'titel: Coin' },
    '1:1 title is missing',
    '5:8 titel is not known here',
  );
  mistake(
    'with a key that belongs to another operator',
    { 'dep: "nature:contract" }': 'dep: "nature:contract", expected: "1" }' },
    '12:77 families[0].facts[0].expected is not known here',
  );
  mistake(
    'with an unknown operator',
    { 'operator: not_in': 'operator: outside' },
    '17:37 families[0].negativeControls[0].operator must be one of holds, absent, exists, latest, eq, neq, in, not_in, gte, lte, prefix, length, selectors_all, selectors_none, instructions_all, instructions_none, slot_address, code_hash_in, build_in, fingerprint_in, same_tx, log_within_frame, returns, delegates, imitates',
  );
  mistake(
    'with an operator of earlier rules',
    {
      'operator: holds, dep: "nature:contract" }':
        'operator: fingerprint_in, binding: listed }\n      - { id: held, operator: holds, dep: "nature:contract" }',
    },
    '12:36 families[0].facts[0].operator is no operator any more: code with other constants has the same fingerprint, and build_in compares all of it',
  );
  mistake(
    'with half a version',
    { 'version: 1.1.0': 'version: "1.1"' },
    '2:10 version must be a version such as 1.0.0',
  );
  mistake(
    'with a version that is a number',
    { 'version: 1.1.0': 'version: 1.1' },
    '2:10 version must be text, not a number',
  );
  mistake(
    'under another id than its place',
    { 'id: token:coin': 'id: token:koin' },
    '1:5 id is token:koin, and the file lies where token:coin belongs',
  );
  mistake(
    'when it depends on what is not there',
    { 'nature:contract': 'nature:contrakt' },
    '7:13 dependsOn[0] names nature:contrakt, which is not there',
  );
  mistake(
    'when it does not say what it depends on',
    { [DEPENDS]: '' },
    '1:1 dependsOn lacks nature:contract, which a check names',
  );
  mistake(
    'when it says it consults what no check names',
    { '[listed]': '[listed, others]' },
    '8:20 bindings[1] names others, which no check names',
  );
  mistake(
    'with hex that is no text',
    { [`"0x${DIGITS}"`]: `0x${DIGITS}` },
    `15:24 0x${DIGITS} must be in quotes: without them it is a number`,
  );
  mistake(
    'with the functions of code behind what is no delegation',
    {
      '{ id: live_code, operator: holds, dep: "nature:contract" }':
        '{ id: live_code, operator: holds, dep: "nature:contract" }\n      - { id: has, operator: selectors_all, at: live_code, further: true, expected: ["0x8456cb59"] }',
    },
    '13:69 families[0].facts[1].further has no effect: at names no check that delegates',
  );
  mistake(
    'with upper-case hex',
    { [DIGITS]: DIGITS.toUpperCase() },
    '15:24 families[0].facts[1].log.topic0 must be 0x and 64 lower-case hex digits, in quotes',
  );
  mistake(
    'with one id for two checks',
    { 'id: live_code': 'id: transfer' },
    '13:13 families[0].facts[1].id is transfer, as of an earlier check of this family',
  );
  mistake(
    'with a negative control that states no absence',
    { not_in: 'in' },
    '17:37 families[0].negativeControls[0].operator is in, which states no absence: absent, not_in, neq, selectors_none, instructions_none do',
  );
  mistake(
    'when its facts state only what is absent',
    { holds: 'absent', exists: 'absent', [`    ${VALUE}\n`]: '' },
    '12:7 families[0].facts state only what is absent: that would hold of every address',
  );
  mistake(
    'with an object, being of an attribute',
    { [VALUE]: 'object: transfer.value' },
    '18:13 families[0].object is for relations: an attribute has a value at most',
  );
  mistake(
    'without an object, being of a relation',
    { 'kind: attribute': 'kind: relation' },
    '10:5 families[0] has no object, and is of a relation',
  );
  mistake(
    'with an expression over a check that is not there',
    { [VALUE]: 'value: transfr.value' },
    '18:12 families[0].value names transfr, which is no earlier check of this family',
  );
  mistake(
    'with a field that its check does not have',
    { [VALUE]: 'value: transfer.amount' },
    '18:12 families[0].value names amount of transfer, which has value',
  );
  mistake(
    'with a pick that its logs do not have',
    { 'dataLength: 32': 'dataLength: 32, where: { word1: nonzero }' },
    '15:137 families[0].facts[1].log.where.word1 is word1, which a log of this shape does not have',
  );
  mistake(
    'when it is no YAML',
    { '[listed]': '[listed' },
    '9:1 Flow sequence in block collection must be sufficiently indented and end with a ]',
  );
  mistake('with one key twice', { 'title: Coin': 'title: Coin\ntitle: Coin' }, '6:1 Map keys must be unique');
  mistake(
    'with an alias',
    { 'title: Coin': 'title: &name Coin', 'means: Emits transfers, and is not listed.': 'means: *name' },
    '5:14 no anchors: write it out where it is used',
    '6:8 no aliases: write it out',
  );
  mistake(
    'when its rule changed in silence',
    { 'topics: 3': 'topics: 4' },
    '2:10 version must be higher than 1.1.0: the rule is not the one locked under it',
  );
  mistake(
    'with a version below the locked one',
    { '1.1.0': '1.0.9' },
    '2:10 version is lower than 1.1.0, which is locked',
  );
  mistake(
    'with a version that is not locked yet',
    { '1.1.0': '1.2.0' },
    '2:10 version is 1.1.0 in lock.json: `definitions check --write` raises it',
  );

  it('when it depends on itself', () => {
    const said = saidOf((directory) =>
      change(directory, 'nature/contract.yaml', {
        'families:': 'dependsOn: ["token:coin"]\nfamilies:',
        'code: contract }': 'code: contract }\n      - { id: coin, operator: holds, dep: "token:coin" }',
      }),
    );
    expect(said).toEqual([
      'nature/contract.yaml:7:12 dependsOn goes round in a circle: nature:contract -> token:coin -> nature:contract',
    ]);
  });

  it('without a fixture', () => {
    expect(saidOf((directory) => put(directory, 'token/coin.fixture.yaml', undefined))).toEqual([
      'token/coin.yaml:1:1 has no fixture: token/coin.fixture.yaml must lie beside it',
    ]);
  });
});

it.each(['token/coins.fixture.yaml', 'token/coin.yml'])(
  '%s, which is neither a definition nor a fixture of one, is refused',
  (file) => {
    expect(saidOf((directory) => put(directory, file, '[]'))).toEqual([
      `${file}:1:1 is neither a definition (<name>.yaml) nor the fixture of one (<name>.fixture.yaml)`,
    ]);
  },
);

describe('a link', () => {
  /** Moves a file or directory away and leaves a link to it. */
  const link = (directory: string, path: string) => {
    const away = join(directory, `.away-${path.replaceAll('/', '-')}`);
    renameSync(join(directory, path), away);
    symlinkSync(away, join(directory, path));
  };

  it('to a definition, its fixture or a registry is read as the file would be', () => {
    expect(
      saidOf((directory) => {
        for (const file of ['token/coin.yaml', 'token/coin.fixture.yaml', 'bindings/listed.yaml'])
          link(directory, file);
      }),
    ).toEqual([]);
    // A mistake in a linked definition is found, so it was read.
    expect(
      saidOf((directory) => {
        put(directory, 'token/coin.fixture.yaml', undefined);
        link(directory, 'token/coin.yaml');
      }),
    ).toEqual(['token/coin.yaml:1:1 has no fixture: token/coin.fixture.yaml must lie beside it']);
  });

  it.each(['token', 'bindings/demo'])('to the directory %s is refused by its name', (path) => {
    const said = saidOf((directory) => {
      mkdirSync(join(directory, path), { recursive: true });
      link(directory, path);
    });
    expect(said).toContain(`${path}:1:1 is a link to no file, and links are followed to files only`);
  });

  it.each(['token/other.yaml', 'bindings/other.yaml', 'other'])(
    '%s that leads nowhere is refused by its name',
    (path) => {
      expect(saidOf((directory) => symlinkSync(join(directory, 'nowhere'), join(directory, path)))).toEqual([
        `${path}:1:1 is a link to no file, and links are followed to files only`,
      ]);
    },
  );
});

it.each([
  ['coin.yaml', 'lies in no family: a definition has a directory'],
  ['bindings/listed.yml', 'is no registry (<name>.yaml)'],
  ['bindings/more/listed.yaml', 'is a directory, which no chain reads'],
])('%s, which would not be read, is refused', (file, sentence) => {
  const said = saidOf((directory) => {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    put(directory, file, '[]');
  });
  expect(said).toEqual([`${file.replace('more/listed.yaml', 'more')}:1:1 ${sentence}`]);
});
