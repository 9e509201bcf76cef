import { describe, expect, it } from '@jest/globals';
import { definitionOf, expressionOf, familyOf } from '../../../test/builder/definition-of.js';
import type { Predicate } from '../model/predicate.js';
import { casesNeeded } from './cases-needed.js';

const listed: Predicate = { id: 'listed', operator: 'in', of: expressionOf('subject'), binding: 'list' };
const undecidedNeeded = (...predicates: readonly Predicate[]) =>
  casesNeeded(definitionOf('attribute', familyOf(predicates))).undecided;

describe('the cases a definition needs', () => {
  it('include an undecided one where a register, an answer or a claim may be unknown', () => {
    expect(undecidedNeeded(listed, { id: 'code', operator: 'exists', source: 0 })).toBe(1);
    expect(
      undecidedNeeded(listed, {
        id: 'token',
        operator: 'holds',
        dep: 'asset:erc20',
        of: expressionOf('subject'),
      }),
    ).toBe(1);
    const read = { call: 'symbol()', returns: 'text', after: 'listed' } as const;
    expect(undecidedNeeded(listed, { id: 'symbol', operator: 'exists', read })).toBe(1);
  });

  it('include no undecided one where only bindings are consulted, which are always known', () => {
    expect(undecidedNeeded(listed)).toBe(0);
  });

  it('depend on the negative controls, too', () => {
    const absent: Predicate = { id: 'no_code', operator: 'absent', source: 0 };
    const family = familyOf([listed], { negativeControls: [absent] });
    expect(casesNeeded(definitionOf('attribute', family))).toEqual({ proven: 3, notProven: 3, undecided: 1 });
  });
});
