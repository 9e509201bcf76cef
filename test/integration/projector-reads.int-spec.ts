import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import type { Projector } from '../../src/event-store/projector.js';
import { readFromBy } from '../../src/event-store/projector-order.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion } from '../fixture/ingestion.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const BLOCKS = 160;
/** Tables of the log itself, which are written before any projector runs. */
const LOG = new Set([
  'chain_event',
  'event_payload',
  'canonical_block',
  'checkpoint',
  'finality',
  'state_read_request_row',
]);

let node: SimulatedNode;
let database: TestDatabase;
/** Tables that each projector scanned or wrote, as PostgreSQL counted them. */
const read = new Map<string, Set<string>>();
const written = new Map<string, Set<string>>();

interface Counts {
  readonly scans: number;
  readonly writes: number;
}

async function counts(tx: PoolClient): Promise<Map<string, Counts>> {
  const { rows } = await tx.query<{ table: string } & Counts>(
    `SELECT relname AS table, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int AS scans, (n_tup_ins + n_tup_upd + n_tup_del)::int AS writes
     FROM pg_stat_xact_user_tables WHERE schemaname = 'public'`,
  );
  return new Map(rows.map(({ table, ...counted }) => [table, counted]));
}

/** The projector, with its reads and writes recorded. */
function watched(projector: Projector, after: string | undefined): Projector {
  const note = async (tx: PoolClient, work: () => Promise<void>): Promise<void> => {
    const before = await counts(tx);
    await work();
    for (const [table, { scans, writes }] of await counts(tx)) {
      const was = before.get(table) ?? { scans: 0, writes: 0 };
      if (scans > was.scans) read.get(projector.name)!.add(table);
      if (writes > was.writes) written.get(projector.name)!.add(table);
    }
  };
  read.set(projector.name, new Set());
  written.set(projector.name, new Set());
  const handlers = Object.entries(projector.on).map(([kind, handler]) => [
    kind,
    (tx: PoolClient, ...given: unknown[]) =>
      note(tx, () => (handler as (...all: unknown[]) => Promise<void>)(tx, ...given)),
  ]);
  return Object.assign(Object.create(projector) as Projector, {
    on: Object.fromEntries(handlers),
    unwind: (tx: PoolClient, from: number, to: number) => note(tx, () => projector.unwind(tx, from, to)),
    // One at a time, so that the counts belong to one projector.
    readsFrom: after === undefined ? [] : [after],
  });
}

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 16_180 });
  await node.chain.extend(BLOCKS);
  database = await createDatabase({ migrated: true });
  const all = allProjectors();
  const ingestion = startIngestion({
    rpcUrls: [node.url],
    databaseUrl: database.url,
    firstBlock: node.chain.firstBlock,
    projectors: all.map((projector, at) => watched(projector, all[at - 1]?.name)),
  });
  try {
    await ingestion.reached(node.chain.head!.hash);
    await node.chain.reorg(3, 5);
    await ingestion.reached(node.chain.head!.hash);
  } finally {
    await ingestion.stop();
  }
});
afterAll(async () => {
  await database.drop();
  await node.stop();
});

describe('a projector', () => {
  it.each(allProjectors().map(({ name }) => name))('reads only tables that it declares: %s', (name) => {
    const all = allProjectors();
    const projector = all.find((one) => one.name === name)!;
    const declared = [...readFromBy(projector, all).map((one) => one.name), name];
    const may = new Set([...LOG, ...declared.flatMap((one) => [...written.get(one)!])]);
    const others = new Set(
      [...written].filter(([one]) => !declared.includes(one)).flatMap(([, tables]) => [...tables]),
    );
    expect([...read.get(name)!].filter((table) => !may.has(table) && others.has(table))).toEqual([]);
  });

  it('writes no table of another, unless one runs after the other', () => {
    const all = allProjectors();
    const tables = new Set([...written.values()].flatMap((of) => [...of]));
    expect(tables.size).toBeGreaterThan(30);
    for (const table of tables) {
      if (LOG.has(table)) continue;
      const writers = all.filter(({ name }) => written.get(name)!.has(table));
      const last = writers.at(-1)!;
      const before = new Set([...readFromBy(last, all), last].map(({ name }) => name));
      expect([table, writers.filter(({ name }) => !before.has(name))]).toEqual([table, []]);
    }
  });
});
