import { describe, expect, it } from '@jest/globals';
import type { TableSize } from './bench-database.js';
import {
  evaluationDays,
  type Machines,
  machinesNeed,
  mainnetParts,
  mostThreads,
} from './capacity-machines.js';

const spent = (wallSeconds: number, cpuSeconds: number, databaseSeconds: number) => ({
  wallSeconds,
  cpuSeconds,
  threadSeconds: 0,
  databaseSeconds,
});
/** The thread with the transaction takes half a day, and PostgreSQL half a day; each shard 0.3, and 1.2 among them. */
const sharded = (shards: number) => ({
  shards,
  spent: { ...spent(0, (0.5 + 0.3 * shards + 1.2) * DAY, 0.5 * DAY), threadSeconds: 0.5 * DAY },
});
/** Mainnet is a million times as much. */
const TRANSACTIONS = 3_000;
const DAY = 86_400 / 1e6;
const PARTS = {
  gathered: spent(9 * DAY, 8 * DAY, 0),
  written: spent(2 * DAY, DAY, DAY),
  evaluated: spent(3 * DAY, 2 * DAY, DAY),
};
const table = (name: string, rows: number, index: number): TableSize => ({
  ...{ table: name, rows, indexes: { index } },
});
const TABLES = [table('transaction', 2e6, 1e6), table('log', 3e6, 0), table('chain_event', 4e6, 0)];
const RUNS = [sharded(2), sharded(4)] as const;
const MAINNET = mainnetParts(PARTS, RUNS, TABLES, TRANSACTIONS);

const need = (machines: Partial<Machines>) =>
  machinesNeed(MAINNET, { name: '', threads: 1, nodes: 0, ...machines });

describe('what machines make of mainnet', () => {
  it('waits for the slowest part', () => {
    expect(need({ threads: 1 })).toMatchObject({ days: expect.closeTo(8, 9), bound: 'gathered' });
    expect(need({ threads: 2 })).toMatchObject({ days: expect.closeTo(4, 9), bound: 'gathered' });
    expect(need({ threads: 7 })).toMatchObject({ days: expect.closeTo(3, 9), bound: 'evaluated' });
    const slow = { ...PARTS, written: spent(10 * DAY, 9 * DAY, DAY) };
    const parts = mainnetParts(slow, RUNS, TABLES, TRANSACTIONS);
    expect(machinesNeed(parts, { name: '', threads: 7, nodes: 0 })).toMatchObject({ bound: 'written' });
  });

  it('divides among shards what they divide, and no more', () => {
    const of = (shards: number) => need({ threads: 100, shards });
    expect(of(1).days).toBeCloseTo(3, 9);
    expect(evaluationDays(MAINNET, 2)).toBeCloseTo(1 + 0.6 + 0.3, 9);
    expect(evaluationDays(MAINNET, 8)).toBeCloseTo(1 + 0.15 + 0.3, 9);
    expect(of(8)).toMatchObject({ days: expect.closeTo(2, 9), bound: 'written' });
    expect(mostThreads(MAINNET, 8)).toBe(4);
  });

  it('counts what shards cost among the cores of the one machine', () => {
    const { days, bound } = need({ threads: 100, shared: 4, shards: 4 });
    expect([days, bound]).toEqual([expect.closeTo((13 + 1 + 1.2 + 1.2 - 3) / 4, 9), 'cores']);
  });

  it('is never faster than the cores of the one machine that does all', () => {
    expect(need({ threads: 1, shared: 1 })).toMatchObject({ days: expect.closeTo(13, 9), bound: 'cores' });
    expect(need({ threads: 3, shared: 4 })).toMatchObject({
      days: expect.closeTo(13 / 4, 9),
      bound: 'cores',
    });
    expect(need({ threads: 7, shared: 8 }).bound).toBe('evaluated');
  });

  it('gains nothing from threads beyond those that the slowest other part needs', () => {
    const most = mostThreads(MAINNET);
    expect(most).toBe(3);
    expect(need({ threads: most }).days).toBe(need({ threads: 100 }).days);
    expect(need({ threads: most - 1 }).days).toBeGreaterThan(need({ threads: most }).days);
  });

  it('gives the nodes of a cluster the rows of blocks, and its coordinator all others', () => {
    expect(need({})).toMatchObject({ server: 10, node: 0 });
    expect(need({ nodes: 3 })).toMatchObject({ server: 4, node: 2 });
  });
});
