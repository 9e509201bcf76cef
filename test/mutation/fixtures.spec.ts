import { describe, expect, it } from '@jest/globals';
import { casesNeeded } from '../../src/definition/catalog/cases-needed.js';
import { evaluateCase } from '../../src/evaluator/fixture/evaluate-case.js';
import { definitionsWithCases } from './catalogue.js';

const { definitions } = definitionsWithCases();

describe.each(definitions.map((one) => [one.definition.id, one] as const))(
  '%s',
  (_id, { definition, cases }) => {
    it('has cases of every verdict', () => {
      const count = (verdict: string) => cases.filter((one) => one.verdict === verdict).length;
      for (const [verdict, least] of Object.entries(casesNeeded(definition)))
        expect({ verdict, enough: count(verdict) >= least }).toEqual({ verdict, enough: true });
    });

    it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
      expect(evaluateCase(definition, one)).toBeUndefined();
    });
  },
);
