import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { BANNED, bannedNames, declaredNames, type Exemption, hasBannedWord } from './banned-words.js';

/** Words of the contract, of the definition language, and of what is stored under existing names. */
const EXEMPT: readonly Exemption[] = [
  // The consensus specification: a sync committee period.
  ...['period', 'periodOf'].map((name) => ({ name, within: 'src/domain/canonicity/light-client' })),
  // The contract: `nameStanding` and `surfaces` are fields of answers.
  { name: 'nameStanding' },
  ...['NameStanding', 'standingOf', 'standingGroup', 'standing_group'].map((name) => ({
    ...{ name, within: 'src/projection/name' },
  })),
  ...['Surface', 'SURFACES', 'SurfaceCountsDto', 'surface', 'surfaces', 'surfaceCounts'].map((name) => ({
    ...{ name, within: 'src/api/counterparty' },
  })),
  // The definition language: `register` is a key of a source in YAML.
  ...['definition', 'engine', 'bundle'].map((room) => ({
    ...{ name: 'register', within: `src/${room}/` },
  })),
  // An option and a type of prom-client's metrics.
  { name: 'registers' },
  { name: 'register', within: 'src/platform/metric' },
  // An option of pg-boss.
  { name: 'registerInstance', within: 'src/ingestion/fetch' },
  // A constant of the consensus specification.
  { name: 'SHARD_COMMITTEE_PERIOD', within: 'src/demo/beacon' },
  // A key of stored JSON.
  { name: 'judged', within: 'src/engine/reevaluation' },
];

it('no identifier or file name of src/ has a word that the glossary replaces', () => {
  expect(bannedNames('src', EXEMPT)).toEqual([]);
});

it('every exemption is needed', () => {
  const found = bannedNames('src', []);
  const isNeeded = ({ name, within = 'src' }: Exemption) =>
    found.some((one) => one.startsWith(within) && one.endsWith(`: ${name}`));
  expect(EXEMPT.filter((one) => !isNeeded(one))).toEqual([]);
});

it.each(['judgeFamily', 'JUDGED', '#openingRow', 'told_at', 'HTTPDesk'])('%s has a banned word', (name) => {
  expect(hasBannedWord(name)).toBe(true);
});

it.each(['standard', 'periodic', 'moments', 'understood', 'registry', 'string'])(
  '%s has no banned word',
  (name) => {
    expect(hasBannedWord(name)).toBe(false);
  },
);

it('finds names that are declared, exported or not, and none that are only used', () => {
  const text = `
    import { told as known } from './x.js';
    export class World<Ring> { #stand = 1; moment(period: string) { const { opening: open } = told; return [1].splice(period); } }
    const { stretch } = { a: 1 };
    export interface Desk { readonly trouble: string }`;
  expect(declaredNames(text)).toEqual(
    expect.arrayContaining([
      'World',
      'Ring',
      'stand',
      'moment',
      'period',
      'open',
      'stretch',
      'a',
      'Desk',
      'trouble',
    ]),
  );
  expect(declaredNames(text)).not.toContain('splice');
  expect(declaredNames(text)).not.toContain('told');
});

it('the glossary has at most 40 words, one line each, and no banned word', () => {
  const lines = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  const words = lines.map((line) => /^- \*\*(.+?)\*\*: \S/.exec(line)?.[1]);
  expect(words).not.toContain(undefined);
  expect(words.length).toBeLessThanOrEqual(40);
  expect(words).toEqual(words.toSorted((a, b) => a!.localeCompare(b!, 'en')));
  expect(words.filter((word) => Object.hasOwn(BANNED, word!.toLowerCase()))).toEqual([]);
});
