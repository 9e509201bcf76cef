import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { withoutZeros } from '../../src/domain/chain/record/storage-slot.js';
import { wordOf } from '../../src/domain/chain/word.js';
import { BlockPartitions } from '../../src/platform/postgres/partitions/block-partitions.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import type { StatePlace } from '../../src/state/history/state-history.js';
import type { Rerun, TrackedCall, TrackedRun } from '../../src/state/tracking/tracked-run.js';
import { TrackedRunReader } from '../../src/state/tracking/tracked-run.reader.js';
import { TrackedRunTable } from '../../src/state/tracking/tracked-run.table.js';
import { bounded } from '../bounded.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { Prng } from '../simulation/prng.js';
import { AFFECTED_BY_RUN, AFFECTED_BY_UNKNOWN_OMMERS } from './affected-by-run.js';

const SEEDS = Array.from({ length: bounded(15, 1_000) }, (_, at) => at + 1);
const STEPS = 8;
const LAST = 40;
const addressOf = (at: number): Address => `0x${(0xa0 + at).toString(16).repeat(20)}`;
const ADDRESSES = [1, 2, 3].map(addressOf);
const DATA = ['', '8da5cb5b', '06fdde03'].map((hex) => Buffer.from(hex, 'hex'));
const SLOTS = [0n, 1n, 1n << 250n];

describe('the calls that changes affect', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    await new BlockPartitions(pool).make([1]);
    await pool.query(AFFECTED_BY_RUN);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const affected = async (tx: PoolClient, name: string, ranges: readonly number[]): Promise<string[]> => {
    const { rows } = await tx.query<{ line: string }>(
      `SELECT concat_ws(' ', contract, data, from_block) AS line FROM ${name}($1, $2, $3, $4) ORDER BY 1`,
      [...ranges],
    );
    return rows.map(({ line }) => line);
  };

  const compareAll = async (tx: PoolClient, ranges: readonly number[]): Promise<number> => {
    const [first = 0, last = 0, fromBlock = 0, toBlock = 0] = ranges;
    const { rows } = await tx.query<{ contract: Buffer; data: Buffer; from_block: string }>(
      `SELECT * FROM affected_runs($1, $4, $2, $3) UNION ALL ${AFFECTED_BY_UNKNOWN_OMMERS}`,
      [first, fromBlock, toBlock, last],
    );
    const lines = (reruns: readonly (readonly [string, Buffer, number])[]): string[] =>
      reruns.map(([contract, data, from]) => `${contract} ${data.toString('hex')} ${from}`).sort();
    const found = await new TrackedRunReader().affected(
      tx,
      { fromBlock: first, toBlock: last },
      { fromBlock, toBlock },
    );
    expect([ranges, lines(found.map(({ contract, data, from }) => [contract, data, from]))]).toEqual([
      ...[ranges, lines(rows.map((row) => [toHex(row.contract), row.data, Number(row.from_block)]))],
    ]);
    return rows.length;
  };

  it('are those that a scan of all runs finds, whatever the order of blocks', async () => {
    let [found, ended] = [0, 0];
    for (const seed of SEEDS) {
      const random = new Prng(seed);
      await inTransaction(pool, async (tx) => {
        const table = new TrackedRunTable();
        await table.clear(tx);
        for (let step = 0; step < STEPS; step++) {
          await addRuns(tx, table, random);
          if (random.chance(0.2)) await table.unwind(tx, ...rangeOf(random));
          await change(tx, random);
          for (let round = 0; round < 4; round++) {
            const ranges = [...rangeOf(random), ...rangeOf(random)];
            const expected = await affected(tx, 'affected_by_run', ranges);
            found += expected.length;
            expect([seed, step, ranges, await affected(tx, 'affected_runs', ranges)]).toEqual([
              ...[seed, step, ranges, expected],
            ]);
            ended += (await compareAll(tx, ranges)) - expected.length;
          }
        }
      });
    }
    expect(found).toBeGreaterThan(10 * SEEDS.length);
    expect(ended).toBeGreaterThan(SEEDS.length);
  });
});

function rangeOf(random: Prng): [from: number, to: number] {
  const from = random.between(1, LAST);
  return [from, random.between(from, LAST)];
}

function placeOf(random: Prng): StatePlace {
  const address = random.pick(ADDRESSES);
  const kind = random.pick(['slot', 'slot', 'slot', 'code', 'account'] as const);
  return kind === 'slot' ? { kind, address, slot: random.pick(SLOTS) } : { kind, address };
}

/** Replaces the runs of some calls from a block on, in the form of a span that ends there. */
async function addRuns(tx: PoolClient, table: TrackedRunTable, random: Prng): Promise<void> {
  const calls = ADDRESSES.flatMap((contract) => DATA.map((data) => ({ contract, data })));
  const [from, to] = rangeOf(random);
  const reruns: Rerun[] = [];
  const runs: TrackedRun[] = [];
  for (const call of random.shuffle(calls).slice(0, random.between(1, 6))) {
    reruns.push({ ...call, from });
    for (let since = from; since <= to; since += random.between(1, 6)) runs.push(runOf(call, since, random));
  }
  await table.replace(tx, reruns, to, runs);
}

function runOf(call: TrackedCall, since: number, random: Prng): TrackedRun {
  const drawn = Array.from({ length: random.between(0, 5) }, () => placeOf(random));
  // A run lists each place once.
  const distinct = [...new Map(drawn.map((place) => [JSON.stringify(columnsOf(place)), place])).values()];
  const own: StatePlace = { kind: 'code', address: call.contract };
  const places = [
    own,
    ...distinct.filter((place) => place.kind !== 'code' || place.address !== call.contract),
  ];
  const missing = random.chance(0.2) ? { missing: { place: places.at(-1)! } } : {};
  const answered = random.chance(0.2) ? { answered: places.filter(({ kind }) => kind === 'slot') } : {};
  const outcome = missing.missing ? 'missing' : 'returned';
  return { ...call, since, outcome, output: Buffer.alloc(0), places, ...missing, ...answered };
}

const columnsOf = (place: StatePlace): string[] => [
  ...[place.kind, place.address, place.kind === 'slot' ? place.slot.toString() : ''],
];

/** Replaces the changes of a few blocks. */
async function change(tx: PoolClient, random: Prng): Promise<void> {
  await tx.query(
    'TRUNCATE storage_change, storage_clearing, code_change, account_state, native_credit, native_move, coverage',
  );
  const address = (): Buffer => fromHex(random.pick(ADDRESSES));
  const insert = async (most: number, table: string, values: () => unknown[]): Promise<void> => {
    for (let left = random.between(0, most); left > 0; left--) {
      const row = [random.between(1, LAST), ...values()];
      const places = row.map((_, at) => `$${at + 1}`);
      await tx.query(`INSERT INTO ${table} VALUES (${places}) ON CONFLICT DO NOTHING`, row);
    }
  };
  await insert(5, 'storage_change (block_number, address, slot, after)', () => [
    ...[address(), withoutZeros(wordOf(random.pick(SLOTS))), Buffer.alloc(0)],
  ]);
  await insert(1, 'storage_clearing (block_number, address)', () => [address()]);
  await insert(2, 'code_change (block_number, address, tx_index, kind)', () => [address(), 0, 'created']);
  await insert(1, 'account_state (block_number, address, wei)', () => [address(), 1]);
  await insert(1, 'native_credit (block_number, address, wei)', () => [address(), 1]);
  await insert(1, 'native_move (block_number, receiver, address)', () => [address(), address()]);
  const without = random.chance(0.3) ? rangeOf(random) : [0, 0];
  await tx.query(
    "INSERT INTO coverage VALUES ('ommers', int8multirange(int8range(1, 100)) - int8multirange(int8range($1, $2, '[]')))",
    without,
  );
}
