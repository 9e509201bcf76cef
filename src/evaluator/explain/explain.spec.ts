import { describe, expect, it } from '@jest/globals';
import { definitionsWithCases } from '../../../test/mutation/catalogue.js';
import { FixtureView } from '../fixture/fixture-view.js';
import { explain } from './explain.js';
import type { ExplainedFamily } from './explanation.js';

const { definitions } = definitionsWithCases();
const all = definitions.flatMap(({ definition, cases }) =>
  cases.map((one) => [`${definition.id}: ${one.name}`, definition, one] as const),
);

const outcomes = (families: readonly ExplainedFamily[]) => families.map(({ outcome }) => outcome);

describe('explain', () => {
  it.each(all)('%s', (_name, definition, one) => {
    const { verdict, families } = explain(definition, one.subject, new FixtureView(definition, one));
    expect(verdict).toBe(one.verdict);
    // What it shows must bear out the verdict that it explains.
    if (verdict === 'proven') expect(outcomes(families)).toContain('holds');
    else expect(outcomes(families)).not.toContain('holds');
    if (verdict === 'undecided') expect(outcomes(families)).toContain('unknown');
    if (verdict === 'notProven')
      expect(outcomes(families).every((outcome) => outcome === 'fails')).toBe(true);
  });

  it('shows every check of every family, even those after one that fails', () => {
    for (const { definition, cases } of definitions) {
      const one = cases.find(({ verdict }) => verdict === 'notProven')!;
      const { families } = explain(definition, one.subject, new FixtureView(definition, one));
      for (const family of definition.families) {
        const ids = [...family.facts, ...family.negativeControls].map(({ id }) => id);
        const shown = families.find(({ id }) => id === family.id)!.checks.map(({ id }) => id);
        expect([definition.id, shown]).toEqual([definition.id, ids]);
      }
    }
  });

  it('shows what was found where a check fails', () => {
    const { definition, cases } = definitions.find((one) => one.definition.id === 'asset:erc20')!;
    const one = cases.find(({ verdict, facts }) => verdict === 'notProven' && facts.length === 0)!;
    const { families } = explain(definition, one.subject, new FixtureView(definition, one));
    const failing = families[0]!.checks.filter(({ outcome }) => outcome === 'fails');
    expect(failing.map(({ id, observed }) => [id, observed])).toContainEqual(['transfer', 'nothing']);
  });
});
