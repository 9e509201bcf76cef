import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { Prove } from '../../src/ingestion/prove/state-comparison.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { storeRanges, type TrueState, trueStateOf } from '../fixture/true-state.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import type { ReportedDiff } from './lying-node/node-answers.js';

const BLOCKS = 40;

type Ranges = Parameters<typeof storeRanges>[2];
type Lie = (diffs: readonly { result: ReportedDiff }[]) => void;

/** A place that one block and a later block write, with a lie about what the first left. */
interface Told {
  /** First block to store; by default the one with the lie. */
  readonly from?: number;
  readonly at: number;
  readonly next: number;
  readonly place: string;
  readonly lie: Lie;
}

let node: SimulatedNode;
let liar: AlteredNode;
let truth: TrueState;
let proveTruth: Prove;
let first: number;
let last: number;
let told: Told;
let database: TestDatabase;
let pool: Pool;
let contradicted: string[];
let refusals: string[];

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 31_415 });
  await node.chain.extend(BLOCKS);
  first = node.chain.firstBlock;
  last = first + BLOCKS - 1;
  liar = await startAlteredNode(
    () => node.url,
    (method, params, result) => {
      const tracer = (params[1] as { tracer?: string } | undefined)?.tracer;
      if (method !== 'debug_traceBlockByNumber' || tracer !== 'prestateTracer') return undefined;
      if (Number(params[0]) !== told.at) return undefined;
      const diffs = structuredClone(result) as { result: ReportedDiff }[];
      told.lie(diffs);
      return diffs;
    },
  );
  truth = await trueStateOf(node.url, [first, last]);
  proveTruth = truth.prove;
});
afterAll(async () => {
  await truth.stop();
  await liar.stop();
  await node.stop();
});
beforeEach(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  contradicted = [];
  refusals = [];
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function store(urls: readonly string[], ranges: Ranges, prove?: Prove): Promise<void> {
  const stored = await storeRanges(pool, urls, ranges, prove);
  contradicted.push(...stored.contradicted);
  refusals.push(...stored.refusals);
}

/** A slot that two blocks write. */
async function slotTold(): Promise<Told> {
  const { rows } = await truth.pool.query<{ address: Buffer; slot: Buffer; at: string; next: string }>(
    `SELECT address, slot, block_number AS at, next FROM (
       SELECT *, lead(block_number) OVER (PARTITION BY address, slot ORDER BY block_number) AS next FROM storage_change
     ) change WHERE next BETWEEN block_number + 3 AND block_number + 12 AND block_number > $1 AND length(after) > 0 ORDER BY at LIMIT 1`,
    [first + 5],
  );
  const [address, slot] = [toHex(rows[0]!.address), `0x${rows[0]!.slot.toString('hex').padStart(64, '0')}`];
  return {
    ...{ at: Number(rows[0]!.at), next: Number(rows[0]!.next), place: `slot:${slot} of ${address}` },
    lie: (diffs) => {
      const written = diffs.findLast(({ result }) => result.post[address]?.storage?.[slot] !== undefined);
      written!.result.post[address]!.storage![slot] = `0x${'0'.repeat(60)}feed`;
    },
  };
}

/** A slot of a contract created in the range, whose first write is omitted. */
async function newSlotTold(): Promise<Told> {
  const { rows } = await truth.pool.query<{
    address: Buffer;
    slot: Buffer;
    from: string;
    at: string;
    next: string;
  }>(
    `SELECT address, slot, created.from, block_number AS at, next FROM (
       SELECT *, lead(block_number) OVER of_slot AS next, lag(block_number) OVER of_slot AS earlier
       FROM storage_change WINDOW of_slot AS (PARTITION BY address, slot ORDER BY block_number)
     ) change
     CROSS JOIN LATERAL (
       SELECT max(block_number) AS from FROM storage_clearing WHERE address = change.address AND block_number < change.block_number
     ) created
     WHERE earlier IS NULL AND next BETWEEN block_number + 3 AND block_number + 12 AND length(after) > 0 AND created.from IS NOT NULL
     ORDER BY at LIMIT 1`,
  );
  const [address, slot] = [toHex(rows[0]!.address), `0x${rows[0]!.slot.toString('hex').padStart(64, '0')}`];
  return {
    ...{ from: Number(rows[0]!.from), at: Number(rows[0]!.at), next: Number(rows[0]!.next) },
    place: `slot:${slot} of ${address}`,
    lie: (diffs) => {
      for (const { result: diff } of diffs)
        for (const side of [diff.pre[address], diff.post[address]]) delete side?.storage?.[slot];
    },
  };
}

/** The balance of an account that sends in two blocks, wrong by one wei before and after, so that the block alone is consistent. */
async function balanceTold(): Promise<Told> {
  const { blocks } = node.chain;
  const at = blocks.findIndex(({ json }, index) => index > 15 && json.transactions.length > 0);
  const account = blocks[at]!.json.transactions[0]!.from;
  const { rows } = await truth.pool.query<{ next: string }>(
    'SELECT min(block_number) AS next FROM account_state WHERE address = $1 AND block_number > $2 AND wei IS NOT NULL',
    [Buffer.from(account.slice(2), 'hex'), first + at],
  );
  return {
    ...{ at: first + at, next: Number(rows[0]!.next), place: `balance of ${account}` },
    lie: (diffs) => {
      for (const { result: diff } of diffs)
        for (const side of [diff.pre[account], diff.post[account]])
          if (side?.balance) side.balance = `0x${(BigInt(side.balance) + 1n).toString(16)}`;
    },
  };
}

const nameOf = (url: string): string => new URL(url).host;
const headOf = async (): Promise<number> =>
  Number((await pool.query('SELECT max(number) AS head FROM canonical_block')).rows[0].head);

/** What is known of the place at the end of the block before its second write. */
async function whatIsKnown() {
  const history = new StateHistory(pool, forkSchedule(), 'tracked');
  const [what, address] = told.place.split(' of ') as [string, Address];
  const answer = what.startsWith('slot:')
    ? await history.slotAt(address, BigInt(what.slice('slot:'.length)), told.next - 1)
    : (await history.accountAt(address, told.next - 1)).balance;
  const { nextChange: _, ...known } = answer;
  return known;
}

describe.each([
  ['value of a new slot', newSlotTold],
  ['slot', slotTold],
  ['balance', balanceTold],
] as const)('a false %s that a stored block has', (_, tell) => {
  beforeAll(async () => {
    told = await tell();
  });

  it('keeps true blocks out if nothing is proven, and does not if the truth is proven', async () => {
    await store([liar.url], [[told.from ?? told.at, told.at]]);
    await expect(store([node.url], [[told.at + 1, last]])).rejects.toThrow(`is not what blocks up to`);
    expect(await headOf()).toBeLessThan(told.next);
    await store([node.url], [[(await headOf()) + 1, last]], proveTruth);
    expect(await headOf()).toBe(last);
    expect(contradicted.join()).toMatch(`${told.place} at the end of block `);
    // The contradiction was committed with the block.
    expect(await whatIsKnown()).toEqual({ known: false, reason: 'contradicted' });
  });

  it('does not keep the gap below it open', async () => {
    await store(
      [liar.url],
      [
        [told.from ?? told.at, told.at],
        [told.at + 1, told.next - 1],
      ],
    );
    await store([node.url], [[told.next + 1, last]]);
    await expect(store([node.url], [[told.next, told.next]])).rejects.toThrow();
    await store([node.url], [[told.next, told.next]], proveTruth);
    expect(contradicted.join()).toContain(told.place);
  });

  it('about earlier state does not keep out true blocks below it', async () => {
    await store([liar.url], [[told.at, told.at]]);
    await store([node.url], [[first, told.at - 1]], proveTruth);
    const { rows } = await pool.query('SELECT count(*)::int AS blocks FROM canonical_block');
    expect(rows[0].blocks).toBe(told.at - first + 1);
    // The value before the slot's write is true.
    expect(contradicted).toHaveLength(told.place.startsWith('slot') ? 0 : 1);
  });

  it('is not believed if the later block lies', async () => {
    await store([node.url], [[first, told.at - 1]]);
    await store([liar.url], [[told.at, told.at]], proveTruth).catch(() => undefined);
    const isStored = (await headOf()) === told.at;
    await store([liar.url, node.url], [[(await headOf()) + 1, last]], proveTruth);
    expect(await headOf()).toBe(last);
    // A block that states the value it found is refused.
    expect(isStored).toBe(told.place.startsWith('slot'));
    expect(contradicted).toHaveLength(isStored ? 1 : 0);
  });

  it('is refused if the true block is in the same flush, and only its node is named', async () => {
    const from = Math.max(told.at - 1, told.next - 14);
    await store([liar.url, node.url], [[from, Math.min(from + 15, last)]], proveTruth);
    expect(refusals).toEqual([`${nameOf(liar.url)} block ${told.at}`]);
    expect(contradicted).toEqual([]);
  });
});
