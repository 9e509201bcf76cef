import { expect, it } from '@jest/globals';
import {
  contract,
  DESTROYED,
  delegation,
  foldOf,
  HASHES,
  initialAt,
  rowAt,
  transient,
} from '../../../../test/builder/fact-rows.js';
import { factSources } from '../../../../test/builder/fact-sources.js';
import { Prng } from '../../../../test/simulation/prng.js';
import type { FactSource } from '../../../definition/model/fact-source.js';
import type { FactRow } from '../../model/fact-row.js';
import { withoutPassingLifetimes } from './passing-lifetimes.js';
import { withoutPassingStates } from './passing-states.js';

const CODE = 0;
const [FIRST, STATE, SLOT, EVERYWHERE] = [5, 6, 7, 8] as const;
const LOG = { emitter: 'subject', subject: 'emitter' } as const;
const SOURCES: readonly FactSource[] = [
  ...(['contract', 'delegate', 'clone', 'destroyed', 'redeployed'] as const).map(
    (register) => ({ kind: 'code', register }) as const,
  ),
  { kind: 'log', topic0: '0x', topics: 1, ...LOG },
  { kind: 'log_state', events: [], ...LOG },
  { kind: 'storage', slot: 'eip1967_implementation' },
  { kind: 'log_state', events: [], emitter: 'any', subject: 'topic1.address' },
];
const catalog = factSources(...SOURCES);

const lasting = (rows: readonly FactRow[]): readonly FactRow[] =>
  withoutPassingStates(withoutPassingLifetimes(rows, catalog.sources, CODE), catalog.sources);

/**
 * Rows of a block whose transactions change the code of an address as a chain allows, and set other facts;
 * and whether a contract is left.
 */
function rowsOfBlock(block: number, isAlive: boolean, random: Prng): [FactRow[], boolean] {
  const rows: FactRow[] = [];
  let alive = isAlive;
  const hash = () => random.pick(['a', 'b']);
  for (let index = 0; index < random.between(0, 9); index++) {
    const place = `${block}.${index}`;
    const add = (value: FactRow['value'], rest: Partial<FactRow> = {}) =>
      rows.push(rowAt(place, value, rest));
    if (random.chance(0.5) && alive) {
      add(DESTROYED);
      alive = false;
    } else if (random.chance(0.6) && !alive) {
      const kind = random.pick(['set', 'set', 'transient', 'delegate', 'cleared'] as const);
      const clone = random.chance(0.3) ? { clone: '0xc' } : {};
      if (kind === 'set') add({ ...contract(hash()), ...clone });
      else if (kind === 'transient') add(transient(hash()));
      else add(kind === 'delegate' ? delegation(hash()) : null);
      alive = kind === 'set';
    }
    if (random.chance(0.5)) add('true', { source: FIRST });
    if (random.chance(0.5)) add(random.pick(['x', 'y', null]), { source: STATE });
    if (random.chance(0.5)) add(random.pick(['x', 'y', null]), { source: SLOT });
    if (random.chance(0.5)) add(random.pick(['x', 'y', null]), { source: EVERYWHERE });
  }
  return [rows, alive];
}

it('what a block does not leave changes nothing that any block shows', () => {
  const random = new Prng(17);
  let [all, left] = [0, 0];
  for (let round = 0; round < 1_000; round++) {
    const isBeginning = random.chance(0.3);
    let isAlive = !isBeginning && random.chance(0.5);
    const start = isBeginning || random.chance(0.4) ? [] : [initialAt(100, isAlive ? contract('a') : null)];
    if (isAlive && random.chance(0.5)) start.push(initialAt(100, 'x', { source: SLOT }));
    const [whole, kept] = [[...start], [...start]];
    for (const block of [110, 120, 121]) {
      const [rows, alive] = rowsOfBlock(block, isAlive, random);
      isAlive = alive;
      whole.push(...rows);
      kept.push(...lasting(rows));
    }
    const [expected, found] = [whole, kept].map((rows) => foldOf(catalog, rows, isBeginning));
    for (const source of SOURCES.keys()) {
      const intervals = found!.intervals(source, '', HASHES);
      if (JSON.stringify(intervals) !== JSON.stringify(expected!.intervals(source, '', HASHES)))
        expect({ whole, source, intervals }).toEqual(expected!.intervals(source, '', HASHES));
      expect(found!.knownFrom(source)).toBe(expected!.knownFrom(source));
    }
    for (const block of [105, 110, 120, 130])
      expect(found!.codeLeftAt(block) ?? null).toEqual(expected!.codeLeftAt(block) ?? null);
    expect(found!.older?.end?.blockNumber).toBe(expected!.older?.end?.blockNumber);
    all += whole.length;
    left += kept.length;
  }
  expect(left).toBeLessThan(0.7 * all);
});

it('hundreds of contracts of one block at one address leave two codes, and nothing that they told', () => {
  const rows = Array.from({ length: 600 }, (_, at) => [
    rowAt(`110.${at}`, transient(`${at % 2}`)),
    rowAt(`110.${at}`, 'true', { source: FIRST }),
    rowAt(`110.${at}`, `${at}`, { source: STATE }),
  ]).flat();
  expect(lasting(rows).map(({ source, txIndex }) => [source, txIndex])).toEqual([
    [CODE, 0],
    [CODE, 1],
  ]);
  const delegating = Array.from({ length: 600 }, (_, at) => [
    rowAt(`110.${at}`, delegation(`${at % 2}`)),
    rowAt(`110.${at}`, 'true', { source: FIRST }),
  ]).flat();
  expect(lasting(delegating).map(({ source, txIndex }) => [source, txIndex])).toEqual([
    [CODE, 0],
    [CODE, 598],
    [CODE, 599],
  ]);
});

it('of states that every transaction of a block changes two are left, of slots as of logs', () => {
  const rows = [SLOT, STATE].flatMap((source) =>
    Array.from({ length: 600 }, (_, at) => rowAt(`110.${at}`, `${at % 2}`, { source })),
  );
  expect(lasting(rows).map(({ source, txIndex }) => [source, txIndex])).toEqual([
    [SLOT, 598],
    [SLOT, 599],
    [STATE, 598],
    [STATE, 599],
  ]);
});
