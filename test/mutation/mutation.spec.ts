import { describe, expect, it } from '@jest/globals';
import { definitionsWithCases } from './catalogue.js';
import { fateOf } from './fate.js';
import { mutantsOf } from './mutants-of.js';
import { numbered } from './numbered-sources.js';
import { SURVIVORS } from './survivors.js';

const LEAST_KILLED = 0.95;

const { definitions, sources } = definitionsWithCases();
const numbers = numbered(sources);
const evaluated = definitions.map(({ definition, cases }) => {
  const fates = mutantsOf(definition, numbers).map((mutant) => ({
    name: mutant.name,
    fate: fateOf(mutant, definition, cases),
  }));
  const named = (fate: string) => fates.filter((one) => one.fate === fate).map(({ name }) => name);
  return { id: definition.id, killed: named('killed').length, survived: named('survived') };
});

describe('single changes of definitions', () => {
  it('are noticed by their fixtures, at least 95 of 100', () => {
    const sum = (count: (one: (typeof evaluated)[number]) => number) =>
      evaluated.reduce((total, one) => total + count(one), 0);
    const killed = sum((one) => one.killed);
    const all = killed + sum(({ survived }) => survived.length);
    process.stdout.write(
      `mutation: ${killed} of ${all} killed (${((100 * killed) / all).toFixed(1)} %) in ${evaluated.length} definitions\n`,
    );
    expect(killed / all).toBeGreaterThanOrEqual(LEAST_KILLED);
  });

  it.each(evaluated.map((one) => [one.id, one] as const))(
    'of %s survive only with an explanation',
    (id, { survived }) => {
      expect([...survived].sort()).toEqual(Object.keys(SURVIVORS[id] ?? {}).sort());
    },
  );

  it('that are explained belong to existing definitions', () => {
    const ids = evaluated.map(({ id }) => id);
    expect(Object.keys(SURVIVORS).filter((id) => !ids.includes(id))).toEqual([]);
  });
});
