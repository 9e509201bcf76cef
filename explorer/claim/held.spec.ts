import { describe, expect, it } from '@jest/globals';
import { codeKnownThrough, isRiskMissing, mayBeginEarlier, mayEndLater, stateOfAbsent } from './coverage.js';
import { areWhole, type History, heldByBlock, heldByHistory, withHeld } from './held.js';

const IMITATION = { attributeId: 'risk:impersonates_asset', startBlock: 533, value: 'USDC' };
const TOKEN = { attributeId: 'asset:erc20', startBlock: 500 };
const OWNED = { attributeId: 'relation:owned_by', counterpart: '0x12', startBlock: 501 };

const COVERAGE = {
  families: [
    { family: 'asset', kind: 'attribute' as const, gaps: [] },
    { family: 'relation:owned_by', kind: 'relation' as const, gaps: [] },
    { family: 'risk', kind: 'attribute' as const, gaps: [] },
  ],
};
const history = (intervals: History['intervals'], coveredFamilies: readonly string[], truncated = false) => ({
  intervals,
  coveredFamilies,
  truncated,
});
const RELATIONS = history([OWNED], ['relation:owned_by']);

describe('what holds of an address', () => {
  it('follows from histories that leave nothing out', () => {
    const histories = {
      attributes: history([{ ...TOKEN, endBlock: 510 }, IMITATION], ['asset', 'risk']),
      relations: RELATIONS,
    };
    expect(areWhole(histories, COVERAGE)).toBe(true);
    expect(heldByHistory(histories, undefined).attributes).toEqual([IMITATION]);
    expect(heldByHistory(histories, 510).attributes).toEqual([{ ...TOKEN, endBlock: 510 }]);
  });

  it.each([
    ['a family that was once undecided', history([TOKEN], ['asset']), RELATIONS],
    ['a relation that was once undecided', history([TOKEN], ['asset', 'risk']), history([], [])],
    ['what begins after a thousand intervals', history([TOKEN], ['asset', 'risk'], true), RELATIONS],
    ['relations after a thousand', history([TOKEN], ['asset', 'risk']), { ...RELATIONS, truncated: true }],
  ])('does not follow where they leave out %s', (_, attributes, relations) => {
    expect(areWhole({ attributes, relations }, COVERAGE)).toBe(false);
  });

  it('has a proven risk whose family is left out', () => {
    const held = heldByBlock(
      { risks: [IMITATION], undecided: [] },
      { intervals: [TOKEN], coveredFamilies: ['asset'] },
      RELATIONS,
      COVERAGE,
    );
    expect(held).toEqual({ attributes: [TOKEN, IMITATION], relations: [OWNED], open: [] });
  });

  it('is open for what is undecided at the block, so that nothing is denied', () => {
    const { open } = heldByBlock(
      { risks: [], undecided: ['risk:impersonates_asset'] },
      { intervals: [], coveredFamilies: [] },
      history([], []),
      COVERAGE,
    );
    expect(open).toEqual(['asset', 'relation:owned_by', 'risk:impersonates_asset']);
    const state = (id: string) => stateOfAbsent(id, undefined, COVERAGE, open);
    expect(state('risk:impersonates_asset')).toBe('unknown');
    expect(state('asset:erc20')).toBe('unknown');
    expect(state('relation:owned_by')).toBe('unknown');
    expect(state('risk:sanctioned_ofac')).toBe('not-proven');
  });

  it('is added to a history once, with the end that the history knows', () => {
    const listed = { ...OWNED, endBlock: 600 };
    const other = { ...OWNED, counterpart: '0x13' };
    expect(withHeld([listed], [OWNED, other])).toEqual([listed, other]);
  });
});

describe('an interval beside missing blocks', () => {
  const gap = {
    families: [{ family: 'asset', kind: 'attribute' as const, gaps: [{ fromBlock: 10, toBlock: 12 }] }],
  };
  const before = { attributeId: 'asset:erc20', startBlock: 1, endBlock: 9 };
  const after = { attributeId: 'asset:erc20', startBlock: 13, endBlock: 20 };

  it('may have begun earlier, or ended later', () => {
    expect([mayBeginEarlier(before, gap), mayEndLater(before, gap)]).toEqual([false, true]);
    expect([mayBeginEarlier(after, gap), mayEndLater(after, gap)]).toEqual([true, false]);
  });
});

describe('a claim that is not known to hold', () => {
  const gap = (family: string) => ({
    families: [{ family, kind: 'attribute' as const, gaps: [{ fromBlock: 10, toBlock: 12 }] }],
  });

  it('cannot be said from the first missing block on', () => {
    expect(stateOfAbsent('risk:sanctioned_ofac', 9, gap('risk'))).toBe('not-proven');
    expect(stateOfAbsent('risk:sanctioned_ofac', 10, gap('risk'))).toBe('unknown');
    expect(stateOfAbsent('risk:sanctioned_ofac', undefined, gap('risk'))).toBe('unknown');
  });

  it('cannot be said where its family is not known', () => {
    expect(stateOfAbsent('risk:sanctioned_ofac', 9, gap('asset'))).toBe('unknown');
    expect(stateOfAbsent('risk:sanctioned_ofac', 9, undefined)).toBe('unknown');
  });
});

describe('blocks that are missing for risks', () => {
  const families = (missing?: string) => ({
    families: ['risk', 'role', 'asset'].map((family) => ({
      ...{ family, kind: 'attribute' as const },
      gaps: family === missing ? [{ fromBlock: 10, toBlock: 12 }] : [],
    })),
  });

  it('are those of each family that has one, up to the block', () => {
    expect(['risk', 'role', 'asset'].map((one) => isRiskMissing(10, families(one)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isRiskMissing(9, families('role'))).toBe(false);
    expect(isRiskMissing(undefined, families())).toBe(false);
  });
});

it('knows a code up to the first state diffs that are missing after its last change', () => {
  const gaps = [
    { fromBlock: 0, toBlock: 99 },
    { fromBlock: 200, toBlock: 299 },
    { fromBlock: 400, toBlock: 409 },
  ];
  const coverage = { families: [{ family: 'state_diff', kind: 'chain' as const, gaps }] };
  expect([150, 199, 300, 410].map((block) => codeKnownThrough(block, coverage))).toEqual([
    ...[199, 199, 399, undefined],
  ]);
  expect(codeKnownThrough(150, undefined)).toBeUndefined();
});
