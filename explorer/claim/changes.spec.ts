import { describe, expect, it } from '@jest/globals';
import { changesBetween, isOpenAt } from './changes.js';
import type { ClaimInterval } from './interval.js';

const GAP = { fromBlock: 111, toBlock: 129 };
const coverage = (gaps: readonly (typeof GAP)[]) => ({
  families: [{ family: 'address_nature', kind: 'attribute' as const, gaps }],
});
const contract = (startBlock: number, endBlock?: number, value?: string): ClaimInterval => ({
  attributeId: 'address_nature:contract',
  startBlock,
  ...(endBlock !== undefined && { endBlock }),
  ...(value !== undefined && { value }),
});
const end = (block: number, attributes: readonly ClaimInterval[], open: readonly string[] = []) => ({
  block,
  held: { attributes, relations: [], open },
});
const states = (...[earlier, later, covered]: Parameters<typeof changesBetween>) =>
  changesBetween(earlier, later, covered).map(({ state }) => state);

describe('what changed between two blocks', () => {
  it('began, ended, changed or stayed', () => {
    const none = coverage([]);
    expect(states(end(100, []), end(200, [contract(150)]), none)).toEqual(['began']);
    expect(states(end(100, [contract(1, 150)]), end(200, []), none)).toEqual(['ended']);
    const [a, b] = [contract(1, 150, 'a'), contract(151, undefined, 'b')];
    expect(states(end(100, [a]), end(200, [b]), none)).toEqual(['changed']);
    expect(states(end(100, [a]), end(120, [a]), none)).toEqual(['same']);
  });

  it('did not end because blocks are missing after', () => {
    expect(states(end(100, [contract(1, 110)]), end(120, []), coverage([GAP]))).toEqual(['only before']);
    expect(states(end(100, [contract(1, 105)]), end(110, []), coverage([GAP]))).toEqual(['ended']);
  });

  it('did not begin because blocks are missing before', () => {
    expect(states(end(120, []), end(200, [contract(130)]), coverage([GAP]))).toEqual(['only after']);
  });

  it('cannot be said of what is undecided at an end', () => {
    expect(states(end(100, [], ['address_nature']), end(200, [contract(150)]), coverage([]))).toEqual([
      'only after',
    ]);
  });

  it('tells at which end something cannot be said', () => {
    expect(isOpenAt(end(110, []), coverage([GAP]))).toBe(false);
    expect(isOpenAt(end(111, []), coverage([GAP]))).toBe(true);
    expect(isOpenAt(end(111, [], ['risk']), coverage([]))).toBe(true);
  });
});
