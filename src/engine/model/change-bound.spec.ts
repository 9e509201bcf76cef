import { describe, expect, it } from '@jest/globals';
import { foldOf, rowAt } from '../../../test/builder/fact-rows.js';
import { factSources } from '../../../test/builder/fact-sources.js';
import type { FactSource } from '../../definition/model/fact-source.js';
import { isExcessive, MAX_CHANGES } from './change-bound.js';
import type { FactRow } from './fact-row.js';

const STATE: FactSource = {
  ...{ kind: 'log_state', emitter: 'any', subject: 'topic1.address', key: ['topic2'], events: [] },
};
const catalog = factSources(STATE);
const keyOf = (at: number): string => `0x${at.toString(16).padStart(8, '0')}`;
const changed = (place: string, at: number, value: string | null = 'a'): FactRow =>
  rowAt(place, value, { key: keyOf(at) });
const many = (place: string, count: number, first = 0): FactRow[] =>
  Array.from({ length: count }, (_, at) => changed(place, first + at));
const excess = (rows: readonly FactRow[]) => foldOf(catalog, rows, true).excessOf(0);

describe('the changes of a source', () => {
  it('are followed up to a number, of all its keys', () => {
    const rows = many('110', MAX_CHANGES);
    expect(excess(rows)).toBeUndefined();
    expect(excess([...rows, changed('120', MAX_CHANGES)])).toMatchObject({ block: 120 });
    expect(excess([...rows, changed('120', 1, null)])).toMatchObject({ block: 120 });
  });

  it('are no rows that repeat a value, and one of a key in a block', () => {
    const rows = many('110', MAX_CHANGES);
    expect(excess([...rows, ...many('120', MAX_CHANGES)])).toBeUndefined();
    expect(excess([changed('110', 0, 'b'), ...rows, ...many('120', MAX_CHANGES)])).toBeUndefined();
  });

  it('exceed it where they do, whichever of the rows are left out that change nothing any more', () => {
    const rows = [...many('110', MAX_CHANGES - 5), ...many('120', 50, MAX_CHANGES), changed('130', 3, 'b')];
    const found = excess(rows)!;
    expect([found.block, found.keys.size]).toEqual([120, 6]);
    const few = rows.filter((row) => !isExcessive(found, row));
    expect(few).toHaveLength(MAX_CHANGES + 1);
    expect(excess(few)).toEqual(found);
  });
});
