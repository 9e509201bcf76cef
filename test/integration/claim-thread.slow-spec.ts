import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { Followers } from '../../src/event-store/followers.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { StoreVersionReader } from '../../src/records/coverage/store-version.reader.js';
import { ClaimThread } from '../../src/runtime/evaluation/claim-thread.js';
import { claimProver } from '../../src/runtime/ingestion/claim-prover.js';
import { catchUpProjections } from '../../src/runtime/projection/catch-up.js';
import {
  allProjectors,
  EVALUATING,
  forkSchedule,
  logReaders,
} from '../../src/runtime/projection/projectors.js';
import { ClaimedStateReader } from '../../src/state/tracking/claimed-state.reader.js';
import { bounded } from '../bounded.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { storeDigests } from '../fixture/store-digests.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const BLOCKS = bounded(96, 160);
const HALF = BLOCKS / 2;
const CHAIN = { firstBlock: 0, isDemo: false };
const { postMessage } = Worker.prototype;

/** Followers that never evaluate. */
const RESTING: Followers = {
  names: EVALUATING,
  hasFailed: false,
  follow: async () => undefined,
  rest: async () => {
    throw new Error('killed');
  },
};

let node: SimulatedNode;
let first: number;
/** Digests of log and claims, stored by one thread. */
let alone: string;
let database: OpenedDatabase;

const openDatabase = async (): Promise<void> => {
  database = await openNewDatabase();
};

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 31_415 });
  await node.chain.extend(BLOCKS);
  first = node.chain.firstBlock;
  await openDatabase();
  await store({ isLong: false });
  alone = await storeDigests(database.pool);
  await database.drop();
});
afterAll(() => node.stop());
beforeEach(openDatabase);
afterEach(async () => {
  Worker.prototype.postMessage = postMessage;
  await database.drop();
});

interface Run {
  readonly from?: number;
  readonly to?: number;
  readonly isLong?: boolean;
  /** Whether nodes prove the state that claims depend on. */
  readonly isProven?: boolean;
  /** After each flush. */
  readonly onFlush?: (writer: ChainWriter, thread: ClaimThread) => void;
  /** Simulates the end of the process once so many blocks are stored. */
  readonly endsAfter?: number;
  /** Replaces the thread; the simulated process ends before claims are settled. */
  readonly followers?: Followers | undefined;
}

/** Stores the chain. @returns the reason for each death of the thread */
async function store(run: Run): Promise<string[]> {
  const { from = first, to = first + BLOCKS - 1, isLong = true } = run;
  const lost: string[] = [];
  const schedule = forkSchedule();
  const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
  const thread = new ClaimThread({ databaseUrl: database.url, chain: CHAIN }, (reason) => lost.push(reason));
  const writer = await ChainWriter.open(database.pool, {
    projectors: allProjectors(),
    followers: run.followers ?? thread,
    prover: Object.assign(
      claimProver(execution, new ClaimedStateReader(schedule), 'claims', () => undefined)!,
      run.isProven && { provesAt: async () => true },
    ),
  });
  const stop = new AbortController();
  let stored = 0;
  try {
    await ingestRange(new VerifiedSource(execution, schedule), writer, {
      ...{ fromBlock: from, toBlock: to, settledUpTo: to, signal: stop.signal, isLong },
      onFlush: (blocks) => {
        stored += blocks.length;
        run.onFlush?.(writer, thread);
        if (stored >= (run.endsAfter ?? Number.POSITIVE_INFINITY)) throw new Error('killed');
      },
    }).catch((error: Error) => {
      if (error.message !== 'killed') throw error;
    });
  } finally {
    await thread.close();
    writer.close();
    await execution.close();
  }
  return lost;
}

/** The thread that received each task, in order. */
function tasks(): Worker[] {
  const seen: Worker[] = [];
  Worker.prototype.postMessage = function (this: Worker, ...message) {
    if (Object.hasOwn(Object(message[0]), 'isAnew')) seen.push(this);
    postMessage.apply(this, message);
  };
  return seen;
}

async function positions(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ reader: string; position: number }>(
    'SELECT reader, position FROM checkpoint',
  );
  return Object.fromEntries(rows.map(({ reader, position }) => [reader, position]));
}

describe('claims that are evaluated in their own thread', () => {
  it('are those of one thread, and complete at the end of the range', async () => {
    const given = tasks();
    expect(await store({})).toEqual([]);
    expect(given.length).toBeGreaterThan(5);
    expect(new Set(given).size).toBe(1);
    expect(new Set(Object.values(await positions()))).toEqual(new Set([BLOCKS]));
    expect(await storeDigests(database.pool)).toBe(alone);
  });

  it.each(bounded([5], [1, 2, 5]))('are the same if the thread dies during task %d', async (fatal) => {
    const given = tasks();
    let killed = false;
    const lost = await store({
      onFlush: () => {
        if (killed || given.length < fatal) return;
        killed = true;
        void given.at(-1)!.terminate();
      },
    });
    expect(lost).toEqual(['it exited']);
    expect(new Set(given).size).toBe(1);
    expect(await storeDigests(database.pool)).toBe(alone);
  });

  it.each(bounded([50], [1, 50, 100]))(
    'are the same if the process ends after %d blocks, and another continues',
    async (endsAfter) => {
      await store({ endsAfter });
      const { block, evaluation } = await positions();
      expect(evaluation!).toBeLessThanOrEqual(block!);
      await store({ from: first + block! });
      expect(await storeDigests(database.pool)).toBe(alone);
    },
  );

  it.each(bounded([40], [0, 40]))(
    'are the same if the thread did nothing after %d blocks, and another process catches up',
    async (evaluated) => {
      if (evaluated > 0) await store({ to: first + evaluated - 1, isLong: false });
      await store({ from: first + evaluated, followers: RESTING });
      expect(await positions()).toMatchObject({ block: BLOCKS, tracking: evaluated, evaluation: evaluated });
      await catchUpProjections(database.pool, allProjectors(), () => undefined);
      expect(new Set(Object.values(await positions()))).toEqual(new Set([BLOCKS]));
      expect(await storeDigests(database.pool)).toBe(alone);
      expect(await checkProjections(database.pool)).toEqual([]);
    },
  );

  it('are the same if blocks between two ranges are stored long before they are evaluated', async () => {
    const [third, rest] = [Math.floor(BLOCKS / 3), Math.floor(BLOCKS / 3) * 2];
    const ranges = async (followers?: Followers): Promise<void> => {
      await store({ to: first + third - 1, isLong: false });
      await store({ from: first + rest, isLong: false });
      await store({ from: first + third, to: first + rest - 1, isLong: followers !== undefined, followers });
    };
    await ranges();
    const expected = await storeDigests(database.pool);
    await database.drop();
    await openDatabase();
    await ranges(RESTING);
    const { block, evaluation } = await positions();
    expect(evaluation).toBe(block! - (rest - third));
    await catchUpProjections(database.pool, allProjectors(), () => undefined);
    expect(await storeDigests(database.pool)).toBe(expected);
  });

  it('are complete before any other event is recorded, and before another branch is stored', async () => {
    const given = tasks();
    let between: Promise<Record<string, number>[]> | undefined;
    await store({ to: first + HALF - 1 });
    const schedule = forkSchedule();
    const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
    const source = new VerifiedSource(execution, schedule);
    const thread = new ClaimThread({ databaseUrl: database.url, chain: CHAIN }, () => undefined);
    const writer = await ChainWriter.open(database.pool, { projectors: allProjectors(), followers: thread });
    const blocks = await Promise.all(
      Array.from({ length: HALF }, (_, at) => source.block(first + HALF + at, true)),
    );
    try {
      await writer.append(blocks.slice(0, 20), true, true);
      await writer.finalize(undefined);
      between = Promise.all([positions()]);
      await between;
      await writer.append(blocks.slice(20, 40), true, true);
      await writer.replace(blocks.slice(36, 40));
      expect(new Set(Object.values(await positions())).size).toBe(1);
      await writer.append(blocks.slice(40), true, true);
      await writer.settle();
    } finally {
      await thread.close();
      writer.close();
      await execution.close();
    }
    expect(new Set(Object.values((await between!)[0]!)).size).toBe(1);
    expect(given.length).toBeGreaterThan(3);
    expect((await storeDigests(database.pool)).split(' ')[1]).toBe(alone.split(' ')[1]);
  });

  it('are not evaluated by the thread if nodes prove the state that they depend on', async () => {
    const given = tasks();
    await store({ isProven: true });
    expect(given).toHaveLength(0);
    expect(await storeDigests(database.pool)).toBe(alone);
  });

  it('are complete before the claims of later blocks are compared with proofs', async () => {
    const provenFrom = first + HALF;
    const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
    const source = new VerifiedSource(execution, forkSchedule());
    const claimed = new ClaimedStateReader(forkSchedule());
    const prover = claimProver(execution, claimed, 'claims', () => undefined)!;
    const behind: number[] = [];
    Object.assign(prover, {
      provesAt: async ({ header }: VerifiedBlock) => header.number >= provenFrom,
      newestRun: async () => {
        const { block, tracking } = await positions();
        behind.push(block! - tracking!);
        return 0;
      },
      requireProven: async () => [],
    });
    const resting = { ...RESTING, rest: async () => undefined };
    const writer = await ChainWriter.open(database.pool, {
      projectors: allProjectors(),
      followers: resting,
      prover,
    });
    try {
      await ingestRange(source, writer, {
        ...{ fromBlock: first, toBlock: first + BLOCKS - 1, settledUpTo: first + BLOCKS - 1 },
        ...{ signal: new AbortController().signal, isLong: true },
      });
    } finally {
      writer.close();
      await execution.close();
    }
    expect(behind.length).toBeGreaterThan(1);
    expect(new Set(behind)).toEqual(new Set([0]));
    expect(await storeDigests(database.pool)).toBe(alone);
  });

  it('are not covered before they are complete, and then the store has a new version', async () => {
    const schedule = forkSchedule();
    const execution = await ExecutionSource.connect([node.url], 1, () => undefined);
    const source = new VerifiedSource(execution, schedule);
    const resting = {
      names: new Set(['tracking', 'evaluation']),
      hasFailed: false,
      follow: async () => undefined,
      rest: async () => undefined,
    };
    const writer = await ChainWriter.open(database.pool, { projectors: allProjectors(), followers: resting });
    const covered = async (): Promise<string> =>
      (
        await database.pool.query<{ ranges: string }>(
          'SELECT string_agg(DISTINCT ranges::text, $1) AS ranges FROM claim_coverage',
          [' '],
        )
      ).rows[0]!.ranges;
    const versions = new StoreVersionReader(database.pool, logReaders({ firstBlock: 0, isDemo: false }));
    const said: string[] = [];
    try {
      const before = await covered();
      await writer.append([await source.block(first, true)], true, true);
      // A service that starts now answers, and `check` finds nothing wrong.
      await catchUpProjections(database.pool, allProjectors(), (line) => said.push(line));
      expect(said).toEqual([]);
      expect(await checkProjections(database.pool)).toEqual([]);
      expect(await covered()).toBe(before);
      const { all } = await versions.now();
      await writer.settle();
      expect(await covered()).not.toBe(before);
      expect((await versions.now()).all).not.toBe(all);
      await writer.append([await source.block(first + 1, true)], true, true);
    } finally {
      writer.close();
      await execution.close();
    }
    // No writer advances these readers any more.
    expect(await checkProjections(database.pool)).toEqual([
      expect.stringMatching(/^not so: every reader is at the end of the log/),
    ]);
    await catchUpProjections(database.pool, allProjectors(), (line) => said.push(line));
    expect(said).toEqual(['behind the chain log: tracking, evaluation']);
  });
});
