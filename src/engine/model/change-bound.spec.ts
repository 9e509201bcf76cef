import { describe, expect, it } from '@jest/globals';
import { contract, delegation, foldOf, initialAt, rowAt, SUBJECT } from '../../../test/builder/fact-rows.js';
import { factSources } from '../../../test/builder/fact-sources.js';
import type { FactSource } from '../../definition/model/fact-source.js';
import { isExcessive, MAX_CHANGES } from './change-bound.js';
import { contradicts } from './contradictions.js';
import type { FactRow } from './fact-row.js';
import { FoldedFacts } from './fold.js';

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

describe('the changes of state', () => {
  const sources = factSources(
    { kind: 'code', register: 'contract' },
    { kind: 'code', register: 'delegate' },
    { kind: 'storage', slot: 'eip1967_implementation' },
    { kind: 'log', topic0: '0x', topics: 1, emitter: 'subject', subject: 'emitter' },
    { kind: 'log', topic0: '0x', topics: 2, emitter: 'any', subject: 'topic1.address' },
  );
  const [CODE, DELEGATE, SLOT, OWN_LOG, LOG] = [0, 1, 2, 3, 4] as const;
  const folded = (rows: readonly FactRow[], isBeginning = true) =>
    new FoldedFacts(rows, SUBJECT, {
      ...{ catalog: sources, isBeginning },
      range: { fromBlock: 1, toBlock: 3 * MAX_CHANGES },
    });
  const blocks = (count: number, rowIn: (block: number) => FactRow): FactRow[] =>
    Array.from({ length: count }, (_, at) => rowIn(at + 2));
  const write = (block: number): FactRow => rowAt(`${block}`, `${block % 2}`, { source: SLOT });

  it('of a slot are followed up to a number, in whichever transactions of a block', () => {
    const rows = [rowAt('1', contract('a')), ...blocks(MAX_CHANGES, write)];
    expect(folded([...rows, rowAt(`${MAX_CHANGES + 1}.1`, 'c', { source: SLOT })]).excessOf(SLOT)).toBe(
      undefined,
    );
    const all = [...rows, ...[2, 3].map((more) => write(MAX_CHANGES + more))];
    const excess = folded(all).excessOf(SLOT)!;
    expect(excess.block).toBe(MAX_CHANGES + 2);
    expect(all.filter((row) => !isExcessive(excess, row))).toHaveLength(MAX_CHANGES + 2);
    expect(folded(all).excessOf(OWN_LOG)).toBeUndefined();
  });

  it('of code are followed so, for all that begins and ends with it', () => {
    const rows = blocks(MAX_CHANGES + 1, (block) => rowAt(`${block}`, delegation(`${block % 2}`)));
    const facts = folded(rows);
    const block = MAX_CHANGES + 2;
    expect(folded(rows.slice(1)).excessOf(CODE)).toBeUndefined();
    expect([CODE, DELEGATE, SLOT, OWN_LOG, LOG].map((source) => facts.excessOf(source)?.block)).toEqual([
      ...[block, block, block, block],
      undefined,
    ]);
    expect([SLOT, OWN_LOG, LOG].map((source) => facts.mayHaveFact(source))).toEqual([true, true, false]);
    const [code, log] = [rows.at(-1)!, rowAt(`${block}`, 'true', { source: OWN_LOG })];
    expect([code, log].map((row) => isExcessive(facts.excessOf(row.source)!, row))).toEqual([false, true]);
    // What is not followed any more contradicts no proof.
    const proofs = [block - 1, block].map((at) => initialAt(at, delegation('c')));
    expect(proofs.map((proof) => contradicts(proof, facts, true))).toEqual([true, false]);
  });
});
