import { describe, expect, it } from '@jest/globals';
import { rowAt } from '../../../test/builder/fact-rows.js';
import type { Address } from '../../domain/chain/hex.js';
import type { Segment } from '../model/segment.js';
import { SubjectState } from './subject-state.js';

const ADDRESS: Address = `0x${'1'.repeat(40)}`;

describe('the state of a subject', () => {
  it('has a read requested again after an answer, many blocks later, or in another range', () => {
    const state = new SubjectState(ADDRESS);
    expect(state.noteRequested('code 100', 150, 1_000)).toBe(true);
    expect(state.noteRequested('code 100', 151, 1_000)).toBe(false);
    expect(state.noteRequested('code 90', 151, 1_000)).toBe(true);
    expect(state.noteRequested('code 100', 1_149, 1_000)).toBe(false);
    expect(state.noteRequested('code 100', 1_150, 1_000)).toBe(true);
    state.addAnswer({ what: 'code', block: 150, outcome: 'unavailable' });
    expect(state.noteRequested('code 100', 1_151, 1_000)).toBe(true);
  });

  it('has the lowest touch of each range stored, in whatever order blocks come', () => {
    const state = new SubjectState(ADDRESS);
    const stored = [150, 160, 150, 120, 130].filter((block) => state.noteTouch(block, 100));
    expect(stored).toEqual([150, 120]);
    expect(state.noteTouch(160, 155)).toBe(true);
  });

  it('keeps an answer once', () => {
    const state = new SubjectState(ADDRESS);
    const answer = { what: 'code', block: 150, outcome: 'unavailable' } as const;
    state.addAnswer(answer);
    state.addAnswer({ ...answer });
    expect(state.answers).toEqual([answer]);
  });

  it('weighs what it has of everything', () => {
    const state = new SubjectState(ADDRESS);
    const { weight } = state;
    const segments = Array.from({ length: 500 }, () => ({}) as Segment);
    state.setSegments(1, segments);
    state.setSegments(1, segments.slice(100));
    expect(state.weight).toBe(weight + 400);
    state.addKey({ subject: ADDRESS, source: 0, key: '0x01' }, Array(300).fill(rowAt('110', 'a')));
    expect(state.weight).toBeGreaterThanOrEqual(weight + 700);
    state.addRows(Array(50).fill(rowAt('110', 'a')), () => false);
    expect(state.weight).toBeGreaterThanOrEqual(weight + 750);
    const stored = { rows: [], undecided: new Map(), answers: [], segments: new Map([[1, segments]]) };
    expect(new SubjectState(ADDRESS, stored).weight).toBe(weight + 500);
  });
});
