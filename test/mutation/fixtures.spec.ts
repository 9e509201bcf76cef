import { describe, expect, it } from '@jest/globals';
import { judgeCase } from '../../src/evaluator/fixture/judge-case.js';
import { definitionsWithCases } from './catalogue.js';

const NEEDED = { proven: 3, notProven: 3, undecided: 1 };

const { definitions } = definitionsWithCases();

describe.each(definitions.map((one) => [one.definition.id, one] as const))(
  '%s',
  (_id, { definition, cases }) => {
    it('has cases of every verdict', () => {
      const count = (verdict: string) => cases.filter((one) => one.verdict === verdict).length;
      for (const [verdict, least] of Object.entries(NEEDED))
        expect({ verdict, enough: count(verdict) >= least }).toEqual({ verdict, enough: true });
    });

    it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
      expect(judgeCase(definition, one)).toBeUndefined();
    });
  },
);
