import { expect, it } from '@jest/globals';
import { stateOfEdge } from './edge-state.js';

const [A, X] = ['0x0a', '0x11'];
const WHOLE = { families: [{ family: 'relation:owned_by', kind: 'relation' as const, gaps: [] }] };
const ENDED = { attributeId: 'relation:owned_by', subject: X, object: A, startBlock: 5, endBlock: 9 };

it('a relation that ended is not denied on the page of its object, which knows nothing of its subject', () => {
  const state = (open: ReadonlyMap<string, readonly string[]>, block?: number) =>
    stateOfEdge(ENDED, block, WHOLE, open);
  expect(state(new Map([[A, []]]))).toBe('unknown');
  expect(state(new Map([[A, []]]), 7)).toBe('proven');
  expect(state(new Map([[X, ['relation:owned_by']]]))).toBe('unknown');
  expect(state(new Map([[X, ['relation:has_role_holder']]]))).toBe('not-proven');
  expect(state(new Map())).toBe('unknown');
});

it('a relation that ended cannot be denied where blocks are missing', () => {
  const gaps = [{ fromBlock: 12, toBlock: 14 }];
  const missing = { families: [{ ...WHOLE.families[0]!, gaps }] };
  expect(stateOfEdge(ENDED, 11, missing, new Map([[X, []]]))).toBe('not-proven');
  expect(stateOfEdge(ENDED, 12, missing, new Map([[X, []]]))).toBe('unknown');
});
