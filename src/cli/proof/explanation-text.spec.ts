import { describe, expect, it } from '@jest/globals';
import { definitionsWithCases } from '../../../test/mutation/catalogue.js';
import { explain } from '../../evaluator/explain/explain.js';
import { FixtureView } from '../../evaluator/fixture/fixture-view.js';
import { explanationText } from './explanation-text.js';

const { definitions } = definitionsWithCases();
const { definition, cases } = definitions.find((one) => one.definition.id === 'asset:erc20')!;

function text(verdict: string, isCodeUnknown = false): string {
  const one = cases.find((each) => each.verdict === verdict)!;
  const { subject, block } = one;
  const explained = explain(definition, subject, new FixtureView(definition, one));
  return explanationText({ definition, subject, block, isCodeUnknown }, explained);
}

describe('explanationText', () => {
  it.each([
    ['proven', 'proven', 'family erc20: holds', 'evidence log:1:'],
    ['notProven', 'not proven', 'family erc20: fails', 'expected '],
    ['undecided', 'undecided', 'family erc20: unknown', 'is undecided'],
  ])('says why a claim is %s', (verdict, word, family, detail) => {
    const [head, , ...rest] = text(verdict).split('\n');
    expect(head).toMatch(new RegExp(`: ${word}$`));
    expect(rest).toContain(family);
    expect(rest.join('\n')).toContain(detail);
    for (const { id } of [...definition.families[0]!.facts, ...definition.families[0]!.negativeControls])
      expect(rest.join('\n')).toMatch(new RegExp(`(fact|control) ${id} `));
  });

  it('states that nothing is covered where the code is not known', () => {
    expect(text('notProven', true).split('\n')[0]).toContain('not covered: what code');
    expect(text('proven', true).split('\n')[0]).toMatch(/: proven$/);
  });
});
