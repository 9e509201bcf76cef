import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import type { StatePlace } from '../../src/state/history/state-history.js';
import { ClaimedStateReader } from '../../src/state/tracking/claimed-state.reader.js';
import type { TrackedRun } from '../../src/state/tracking/tracked-run.js';
import { TrackedRunReader } from '../../src/state/tracking/tracked-run.reader.js';
import { TrackedRunTable } from '../../src/state/tracking/tracked-run.table.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';

const RUNS = 12_000;
const CONTRACT: Address = `0x${'ee'.repeat(20)}`;
const HELD: Address = `0x${'aa'.repeat(20)}`;
const CALL = { contract: CONTRACT, data: Buffer.from([1, 2, 3, 4]) };
const SLOTS = [0n, 1n, 1n << 250n];
const READ: StatePlace[] = [
  ...SLOTS.map((slot): StatePlace => ({ kind: 'slot', address: CONTRACT, slot })),
  { kind: 'account', address: CONTRACT },
  { kind: 'account', address: HELD },
];

/** Runs of one call, one in each of so many blocks, that all read the same places. */
const runs = Array.from({ length: RUNS }, (_, at): TrackedRun => {
  return { ...CALL, since: at + 1, outcome: 'returned', output: Buffer.alloc(32), places: READ };
});

describe('places that very many runs of a call read', () => {
  let database: TestDatabase;
  let pool: Pool;
  const table = new TrackedRunTable();
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    await inTransaction(pool, (tx) => table.replace(tx, [{ ...CALL, from: 1 }], RUNS, runs));
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  /** The result of `read`, and the rows and index entries that it read. */
  async function counted<Found>(read: (tx: PoolClient) => Promise<Found>): Promise<[Found, number]> {
    return inTransaction(pool, async (tx) => {
      const found = await read(tx);
      const { rows } = await tx.query<{ read: string }>(
        `SELECT sum(pg_stat_get_xact_tuples_returned(oid)) AS read FROM pg_class
         WHERE relname LIKE 'tracked_place%' OR relname LIKE 'tracked_run%'`,
      );
      return [found, Number(rows[0]!.read)];
    });
  }

  it('are found in a few steps, for the accounts that a block names', async () => {
    const reader = new ClaimedStateReader(forkSchedule());
    const [places, read] = await counted((tx) => reader.readOf(tx, [fromHex(CONTRACT), fromHex(HELD)]));
    expect(places.filter(({ address }) => address === CONTRACT)).toHaveLength(SLOTS.length + 2);
    expect(places.filter(({ address }) => address === HELD)).toHaveLength(2);
    expect(read).toBeLessThan(20);
  });

  it('are found in a few steps if the block before has no known ommers', async () => {
    const [from, span] = [RUNS + 1, { fromBlock: 1, toBlock: RUNS }];
    await pool.query("INSERT INTO coverage VALUES ('ommers', $1)", [`{[${from},${from}]}`]);
    const [reruns, read] = await counted((tx) =>
      new TrackedRunReader().affected(tx, { fromBlock: from, toBlock: from }, span),
    );
    expect(reruns).toEqual([{ ...CALL, from }]);
    expect(read).toBeLessThan(40);
  });

  it('are skipped in groups by a search for places that calls read now', async () => {
    const reader = new ClaimedStateReader(forkSchedule());
    const first = await reader.page(pool, 0, 100);
    expect(first).toEqual({ places: [], last: expect.any(Number) });
    const second = await reader.page(pool, first.last!, 100);
    expect(new Set(second.places.map(({ what }) => what.split(':')[0]))).toEqual(
      new Set(['slot', 'balance', 'nonce', 'code']),
    );
    expect(await reader.page(pool, second.last!, 100)).toEqual({ places: [] });
  });
});
