import { describe, expect, it } from '@jest/globals';
import { contract, delegation, rowAt } from '../../../test/builder/fact-rows.js';
import { readDefinitions } from '../../definition/read-definitions.js';
import type { Address } from '../../domain/chain/hex.js';
import type { EngineStore } from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import { TriggerIndex } from '../model/trigger-index.js';
import { SubjectCache } from './subject-cache.js';

const { catalog, bindings } = readDefinitions(false);
const HEAVY = 1_000;
const ROW = rowAt('110', 'true');
const addresses = (first: number, count: number): Address[] =>
  Array.from({ length: count }, (_, at): Address => `0x${(first + at).toString(16).padStart(40, '0')}`);

/** Steps that ask for addresses, which have so many rows: each gives how many it loads. */
function stepsOver(rowsOf: (subject: Address) => number) {
  let loaded = 0;
  const store = {
    subjects: async (wanted: readonly Address[]) => {
      loaded += wanted.length;
      const stored = (subject: Address) => ({
        rows: Array<FactRow>(rowsOf(subject)).fill(ROW),
        ...{ segments: new Map(), undecided: new Map(), answers: [] },
      });
      return new Map(wanted.map((subject) => [subject, stored(subject)]));
    },
  } as unknown as EngineStore;
  const cache = new SubjectCache(catalog, bindings, new TriggerIndex(catalog, bindings), 0, () => []);
  return async (subjects: readonly Address[]): Promise<number> => {
    const before = loaded;
    await cache.loadSubjects(subjects, store);
    cache.trim();
    return loaded - before;
  };
}

it('keeps no more rows of a state that logs tell than show that there are too many', async () => {
  const triggers = new TriggerIndex(catalog, bindings);
  const cache = new SubjectCache(catalog, bindings, triggers, 0, () => []);
  const source = catalog.sources.findIndex(
    (one, id) => one.source.kind === 'log_state' && one.keyed && !triggers.isLoadedByKey(id),
  );
  const [subject] = addresses(1, 1) as [Address];
  await cache.loadSubjects([subject], { subjects: async () => new Map() } as unknown as EngineStore);
  const added = (block: number, rows: readonly FactRow[]): number =>
    cache.addRows(subject, rows, [{ fromBlock: 0, toBlock: 200 }], block).length;
  added(100, [rowAt('100', contract('a'), { source: triggers.codeSources[0]! })]);
  const counts = [110, 111, 112].map((block) =>
    added(
      block,
      Array.from({ length: 8_000 }, (_, at) =>
        rowAt(`${block}`, '1', { source, key: `0x${block}${at.toString(16).padStart(8, '0')}` }),
      ),
    ),
  );
  expect(counts).toEqual([8_000, 2_001, 0]);
  expect(cache.subject(subject)!.rows).toHaveLength(1 + 10_001);
});

it('keeps no more codes of an account that delegates in every block, and then spreads all that begins with code', async () => {
  const triggers = new TriggerIndex(catalog, bindings);
  const cache = new SubjectCache(catalog, bindings, triggers, 0, () => []);
  const [code] = triggers.codeSources as [number];
  const [subject] = addresses(1, 1) as [Address];
  await cache.loadSubjects([subject], { subjects: async () => new Map() } as unknown as EngineStore);
  const rowsFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      rowAt(`${first + at}`, delegation(`0x${(first + at) % 2}`), { source: code }),
    );
  const added = (first: number, count: number): number =>
    cache.addRows(subject, rowsFrom(first, count), [{ fromBlock: 0, toBlock: 20_000 }], first).length;
  expect(added(1, 10_000)).toBe(10_000);
  expect(cache.scopedSourcesOf(subject)).toEqual([]);
  expect([added(10_001, 50), added(10_051, 1)]).toEqual([1, 0]);
  expect(cache.scopedSourcesOf(subject).length).toBeGreaterThan(10);
  expect(cache.subject(subject)!.rows).toHaveLength(10_001);
});

describe('subjects in memory', () => {
  it('are kept by the ten thousand where little is stored of each', async () => {
    const step = stepsOver(() => 1);
    const subjects = addresses(1, 40_000);
    expect(await step(subjects)).toBe(40_000);
    expect(await step(subjects)).toBe(0);
  });

  it('are forgotten where others of much weight have been asked for since, but for those in use', async () => {
    const heavy = [1, 2, 3].map((part) => addresses(part * 1_000, 300));
    const isHeavy = new Set(heavy.flat());
    const step = stepsOver((subject) => (isHeavy.has(subject) ? HEAVY : 1));
    const [used, unused] = addresses(1, 2) as [Address, Address];
    expect(await step([used, unused])).toBe(2);
    for (const part of heavy) expect(await step([...part, used])).toBe(part.length);
    expect(await step([used])).toBe(0);
    expect(await step([unused])).toBe(1);
    expect(await step(heavy[0]!)).toBe(300);
  });
});
