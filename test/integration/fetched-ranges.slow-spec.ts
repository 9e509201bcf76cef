import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeBundle, encodeBundle } from '../../src/domain/chain/codec/bundle.js';
import type { BlockRange } from '../../src/domain/interval/block-range.js';
import { type FetchedBlock, keepFetched } from '../../src/event-store/fetched-block.table.js';
import { packBundle } from '../../src/event-store/packed-bundle.js';
import { fenceOf, WriterLease } from '../../src/event-store/writer-lease.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { fetchRange, RangeLost } from '../../src/ingestion/fetch/fetch-range.js';
import type { FetchTerms } from '../../src/ingestion/fetch/fetch-terms.js';
import { FetchedRanges } from '../../src/ingestion/fetch/fetched-ranges.js';
import { RangeFetcher } from '../../src/ingestion/fetch/range-fetcher.js';
import { RANGE_BLOCKS, RangeQueue } from '../../src/ingestion/fetch/range-queue.js';
import { BlockWorkers } from '../../src/ingestion/worker/block-workers.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { LastState } from '../../src/records/state/last-state.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { storeDigests } from '../fixture/store-digests.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const ROUNDS = bounded(1, 10);
const FIRST = 1_000;
/** Three whole ranges, and a part before them and after them. */
const BLOCKS = 236;
const WHOLE = [{ fromBlock: FIRST, toBlock: FIRST + BLOCKS - 1 }];
/** The part that is stored first has two whole ranges. */
const SPLIT = FIRST + 88;
const SHUFFLED = [
  { fromBlock: SPLIT, toBlock: FIRST + BLOCKS - 1 },
  { fromBlock: FIRST, toBlock: SPLIT - 1 },
];
const LAST_RANGE = 1_152;
const TERMS: FetchTerms = { release: '1', schema: '1', definitions: '1', rules: '1', records: '1' };
const schedule = forkSchedule();

let node: SimulatedNode;
/** A node with another chain from the same first block. */
let foreign: SimulatedNode;
/** Digests of log and claims after one thread stored the ranges in each order. */
const alone = new Map<readonly BlockRange[], string>();
let database: OpenedDatabase;
const closing: (() => Promise<unknown>)[] = [];

const openDatabase = async (): Promise<void> => {
  database = await openNewDatabase();
};

async function threadsOf(url: string): Promise<{ own: VerifiedSource; threads: BlockWorkers }> {
  const execution = await ExecutionSource.connect([url], 1);
  closing.push(() => execution.close());
  const own = new VerifiedSource(execution, schedule);
  // No fetching threads: the source provides all blocks.
  return {
    own,
    threads: new BlockWorkers(own, schedule, 0, { onRefusal: () => undefined, onLost: () => undefined }),
  };
}

/** The part of a process with `ROLE=fetch` that fetches ranges. */
class TestFetcher {
  readonly failures: string[] = [];
  fetched = 0;
  readonly #pools = [createPool(database.url, { max: 1 }), createPool(database.url, { max: 3 })] as const;
  readonly #fetcher: RangeFetcher;

  constructor(name: string, url = node.url, terms = TERMS) {
    const [ready, pool] = this.#pools;
    this.#fetcher = new RangeFetcher({
      ...{ ready, pool, name },
      open: async () => {
        const { own, threads } = await threadsOf(url);
        return { threads, terms, close: () => own.execution.close() };
      },
      onFetched: () => {
        this.fetched++;
      },
      onFailure: (failure) => failure !== undefined && this.failures.push(failure),
    });
    this.#fetcher.start();
    closing.push(() => this.stop());
  }

  async stop(): Promise<void> {
    await this.#fetcher.stop();
    await Promise.all(this.#pools.map((pool) => pool.ended || pool.end()));
  }
}

interface Stored {
  readonly refused: string[];
  readonly taken: Record<string, number>;
}

interface Fill {
  readonly pauseMs?: number;
  readonly ranges?: readonly BlockRange[];
  /** Called before the first block is requested. */
  readonly begun?: () => Promise<void>;
  /** Called before a block of the last whole range is requested, when the others are published or stored. */
  readonly atLastRange?: () => Promise<void>;
  /** The writer dies before it stores this block, and returns neither ranges nor queue. */
  readonly diesAt?: number;
}

/** Stores the chain as a writer does. */
async function store({
  pauseMs = 0,
  ranges = WHOLE,
  begun,
  atLastRange,
  diesAt,
}: Fill = {}): Promise<Stored> {
  const refused: string[] = [];
  let taken: ReadonlyMap<string, number> = new Map();
  const { own, threads } = await threadsOf(node.url);
  const pool = createPool(database.url, { max: 4 });
  const writer = await ChainWriter.open(database.pool, {
    projectors: allProjectors(),
    comparison: { last: new LastState(database.pool), schedule },
  });
  const source = new FetchedRanges({
    ...{ own, threads, pool, fence: writer.fence, terms: TERMS, name: 'writer' },
    listener: {
      onRefusal: (what, refusal) => refused.push(`${what}: ${refusal.reason}`),
      onError: (why) => refused.push(why),
      onProgress: (progress) => {
        taken = progress.taken;
      },
    },
  });
  try {
    await begun?.();
    const slow = {
      ...bound(source),
      block: async (...asked: Parameters<FetchedRanges['block']>) => {
        await setTimeout(pauseMs);
        if (asked[0] >= LAST_RANGE) await atLastRange?.();
        const block = await source.block(...asked);
        if (block.header.number === diesAt) {
          // A writer with an older epoch can no longer store what it gathered.
          writer.close();
          (await WriterLease.take(database.pool, 5_000)).release();
          throw new Error('the writer died');
        }
        return block;
      },
    };
    for (const range of ranges) {
      source.expect(range);
      const { signal } = new AbortController();
      await ingestRange(slow, writer, { ...range, settledUpTo: range.toBlock, signal });
    }
  } finally {
    const close = () => source.close().finally(() => pool.end());
    if (diesAt === undefined) {
      await close();
      writer.close();
    } else closing.push(close);
  }
  return { refused, taken: Object.fromEntries(taken) };
}

const bound = (source: FetchedRanges) => ({
  width: source.width,
  distrust: source.distrust.bind(source),
  follows: source.follows.bind(source),
});

async function count(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int4 AS count FROM ${table}`,
  );
  return rows[0]!.count;
}

/** A queue with ranges from the second one on, of a writer with its own epoch. */
async function publish(ranges: number) {
  const pool = createPool(database.url, { max: 4 });
  const lease = await WriterLease.take(pool, 1_000);
  const queue = await RangeQueue.open(pool, () => undefined);
  closing.push(() => pool.end());
  let isHeld = true;
  const release = (): void => {
    if (isHeld) lease.release();
    isHeld = false;
  };
  closing.push(async () => release());
  closing.push(() => queue.close());
  const tasks = Array.from({ length: ranges }, (_, at) => {
    const fromBlock = 1_024 + at * RANGE_BLOCKS;
    return { fromBlock, toBlock: fromBlock + RANGE_BLOCKS - 1, epoch: lease.epoch, terms: TERMS };
  });
  const names = await inTransaction(pool, (tx) => queue.publish(tx, tasks));
  const { threads } = await threadsOf(node.url);
  return { pool, release, queue, names, threads };
}

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 31_415, firstBlock: FIRST });
  foreign = await startSimulatedNode({ seed: 31_416, firstBlock: FIRST });
  await node.chain.extend(BLOCKS);
  await foreign.chain.extend(BLOCKS);
  for (const ranges of [WHOLE, SHUFFLED]) {
    await openDatabase();
    await store({ ranges });
    alone.set(ranges, await storeDigests(database.pool));
    await database.drop();
  }
});
afterAll(async () => {
  await node.stop();
  await foreign.stop();
});
beforeEach(openDatabase);
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.drop();
});

describe('ranges that other processes fetch', () => {
  it.each([['in order', WHOLE] as const, ['shuffled', SHUFFLED] as const])(
    'are stored as by one thread, with processes that come and go (%s)',
    async (_, ranges) => {
      for (let round = 0; round < ROUNDS; round++) {
        const gone = new TestFetcher('a');
        // Otherwise a faster writer may leave nothing for it.
        const hasFetched = () => until(async () => gone.fetched > 0);
        const begun = () => until(() => ready(1));
        const storing = store({ pauseMs: 5, ranges, begun, atLastRange: hasFetched });
        await hasFetched();
        const late = new TestFetcher('b');
        await gone.stop();
        const { refused, taken } = await storing;
        expect(refused).toEqual([]);
        expect(taken.a).toBeGreaterThanOrEqual(RANGE_BLOCKS);
        expect(late.failures).toEqual([]);
        expect(await storeDigests(database.pool)).toBe(alone.get(ranges));
        expect(await count('fetched_block')).toBe(0);
        await late.stop();
        await database.drop();
        await openDatabase();
      }
    },
  );

  it('are fetched again if the writer died after it took them', async () => {
    const other = new TestFetcher('a');
    const [first, , third] = [1_024, 1_088, 1_152];
    const dying = store({ pauseMs: 5, begun: () => until(() => ready(1)), diesAt: third + 40 });
    await expect(dying).rejects.toThrow();
    const stored = await count('canonical_block');
    expect(stored).toBeGreaterThan(first - FIRST);
    // Earlier blocks may all be stored by then, but not the block at which it died.
    expect(stored).toBeLessThanOrEqual(third + 40 - FIRST);
    // The range that was taken is gone, and later ones are left.
    expect(await count(`fetched_block WHERE number BETWEEN ${third} AND ${third + RANGE_BLOCKS - 1}`)).toBe(
      0,
    );

    const left = { ...WHOLE[0]!, fromBlock: FIRST + stored };
    const { refused } = await store({ pauseMs: 5, ranges: [left] });
    expect([refused, other.failures]).toEqual([[], []]);
    expect(await storeDigests(database.pool)).toBe(alone.get(WHOLE));
    expect(await count('fetched_block')).toBe(0);
  });

  it('are fetched again if they do not continue the chain, and their process is named', async () => {
    const liar = new TestFetcher('liar', foreign.url);
    const { refused } = await store({ pauseMs: 20, begun: () => until(() => ready(1)) });
    expect(liar.failures).toEqual([]);
    // Which range of the liar is first depends on timing.
    expect(refused[0]).toMatch(
      /^block (1024|1088|1152) of process liar: it does not follow the block before it$/,
    );
    expect(await storeDigests(database.pool)).toBe(alone.get(WHOLE));
  });

  it('are fetched again if the next block does not continue them', async () => {
    const helper = createPool(database.url, { max: 2 });
    closing.push(() => helper.end());
    // This process only holds the lock; its ranges are those of `forge`.
    const lock = await helper.connect();
    await lock.query('SELECT pg_advisory_lock_shared($1)', [0x66657463686572n]);
    const forged = forge(helper);
    const { refused } = await store();
    lock.release(true);
    await forged;
    expect(refused[0]).toContain('of process forger: block');
    expect(refused[0]).toContain('no node gives a block that follows it');
    expect(await storeDigests(database.pool)).toBe(alone.get(WHOLE));
  });

  it('are refused by a process with other settings', async () => {
    const other = new TestFetcher('other', node.url, { ...TERMS, definitions: '2', rules: '2' });
    const { refused, taken } = await store({ pauseMs: 10, begun: () => until(() => ready(1)) });
    expect(refused).toEqual([]);
    expect(taken.other).toBeUndefined();
    expect(other.fetched).toBe(0);
    expect(other.failures).toEqual([
      'the process that writes has other definitions, rules: run both in one version, with the same settings and with nodes that give the same',
    ]);
    expect(await storeDigests(database.pool)).toBe(alone.get(WHOLE));
  });
});

describe('a range', () => {
  it('that was given to another process is published by that process only', async () => {
    const { pool, queue, threads } = await publish(1);
    const job = (await queue.take())!;
    await queue.giveBack(job);
    const again = (await queue.take())!;
    expect(again.fromBlock).toBe(job.fromBlock);
    const fetching = { queue, pool, threads, name: 'a' };
    const { signal } = new AbortController();
    await expect(fetchRange(fetching, job, signal)).rejects.toThrow(RangeLost);
    expect(await count('fetched_block')).toBe(0);
    await fetchRange({ ...fetching, name: 'b' }, again, signal);
    expect(await count(`fetched_block WHERE process = 'b'`)).toBe(RANGE_BLOCKS);
    await expect(fetchRange(fetching, again, signal)).rejects.toThrow(RangeLost);
    expect(await count('fetched_block')).toBe(RANGE_BLOCKS);
  });

  it('that was withdrawn, or belongs to a former writer, is not published', async () => {
    const { pool, release, queue, names, threads } = await publish(2);
    const fetching = { queue, pool, threads, name: 'a' };
    const { signal } = new AbortController();
    const [withdrawn, old] = [(await queue.take())!, (await queue.take())!];
    await inTransaction(pool, (tx) => queue.withdraw(tx, names[0]!));
    await expect(fetchRange(fetching, withdrawn, signal)).rejects.toThrow(RangeLost);
    release();
    (await WriterLease.take(pool, 5_000)).release();
    await expect(fetchRange(fetching, old, signal)).rejects.toThrow('another process has become the writer');
    expect(await count('fetched_block')).toBe(0);
  });

  it('is returned by a process that stops, and fetched by another', async () => {
    const { pool, queue, threads } = await publish(1);
    const job = (await queue.take())!;
    await expect(
      fetchRange({ queue, pool, threads, name: 'a' }, job, AbortSignal.abort(new Error('stopped'))),
    ).rejects.toThrow('stopped');
    expect((await queue.take())!.fromBlock).toBe(job.fromBlock);
  });
});

const ready = async (processes: number): Promise<boolean> =>
  (await count(
    `pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ShareLock'`,
  )) >= processes;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20);
}

/** Publishes ranges as a process would, with other extra data in the last block of each. */
async function forge(pool: ReturnType<typeof createPool>): Promise<void> {
  const { threads } = await threadsOf(node.url);
  let queue: RangeQueue | undefined;
  while (!queue) {
    queue = await RangeQueue.join(pool, () => undefined);
    await setTimeout(5);
  }
  const joined = queue;
  closing.push(() => joined.close());
  const job = await queue.take();
  if (!job) return forge(pool);
  const blocks: FetchedBlock[] = [];
  for (let number = job.fromBlock; number <= job.toBlock; number++) {
    const { bundle, packed } = await threads.encoded(number);
    const block = decodeBundle(bundle);
    const payload =
      number < job.toBlock
        ? packed
        : packBundle(
            encodeBundle({ ...block, header: { ...block.header, extraData: Buffer.from('forged') } }),
          );
    blocks.push({ number, process: 'forger', node: 'its node', payload });
  }
  await inTransaction(pool, async (tx) => {
    await fenceOf(job.epoch).assertHeld(tx);
    await joined.complete(job, tx);
    await keepFetched(tx, blocks);
  });
}
