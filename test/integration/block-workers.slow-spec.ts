import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { BlockWorkers } from '../../src/ingestion/worker/block-workers.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { LastState } from '../../src/records/state/last-state.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { type Range, shuffledRanges } from '../builder/shuffled-ranges.js';
import { startAlteredNode } from '../fixture/altered-node.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { storeDigests } from '../fixture/store-digests.js';
import { Prng } from '../simulation/prng.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import type { ReportedDiff } from './lying-node/node-answers.js';

const BLOCKS = bounded(80, 120);
const { postMessage } = Worker.prototype;

let node: SimulatedNode;
let first: number;
/** Digests of log and claims, stored without workers. */
let alone: string;
let database: OpenedDatabase;

const openDatabase = async (): Promise<void> => {
  database = await openNewDatabase();
};

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 27_182 });
  await node.chain.extend(BLOCKS);
  first = node.chain.firstBlock;
  await openDatabase();
  await store(0);
  alone = await storeDigests(database.pool);
  await database.drop();
});
afterAll(() => node.stop());
beforeEach(openDatabase);
afterEach(async () => {
  Worker.prototype.postMessage = postMessage;
  await database.drop();
});

interface Said {
  readonly refused: string[];
  readonly lost: (readonly number[])[];
  readonly stored: number;
}

/** Stores the chain through this many workers. */
async function store(
  workers: number,
  urls: readonly string[] = [node.url],
  onFlush: (blocks: number) => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
  ranges: readonly Range[] = [[first, first + BLOCKS - 1]],
): Promise<Said> {
  const said = { refused: [] as string[], lost: [] as (readonly number[])[], stored: 0 };
  const schedule = forkSchedule();
  const onRefusal = (what: string, refusal: { readonly node: string; readonly reason: string }): void =>
    void said.refused.push(`${refusal.node} ${what}: ${refusal.reason}`);
  const execution = await ExecutionSource.connect(urls, 1, onRefusal);
  const source = new BlockWorkers(new VerifiedSource(execution, schedule), schedule, workers, {
    onRefusal,
    onLost: (_, blocks) => said.lost.push(blocks),
  });
  const writer = await ChainWriter.open(database.pool, {
    projectors: allProjectors(),
    comparison: { last: new LastState(database.pool), schedule },
  });
  try {
    for (const [fromBlock, toBlock] of ranges)
      await ingestRange(source, writer, {
        ...{ fromBlock, toBlock, settledUpTo: toBlock, signal },
        onFlush: (blocks) => {
          said.stored += blocks.length;
          onFlush(said.stored);
        },
      });
  } finally {
    writer.close();
    await source.close();
    await execution.close();
  }
  return said;
}

/** The threads that receive blocks from now on. */
function threads(): Set<Worker> {
  const seen = new Set<Worker>();
  Worker.prototype.postMessage = function (this: Worker, ...message) {
    // Node.js has threads of its own, which get other messages.
    if (typeof message[0] === 'number') seen.add(this);
    postMessage.apply(this, message);
  };
  return seen;
}

describe('workers', () => {
  it.each(bounded([1, 4], [1, 2, 4]))(
    'store what one thread stores, digest by digest (%d workers)',
    async (workers) => {
      const seen = threads();
      const said = await store(workers);
      expect(seen.size).toBe(workers);
      expect(said).toEqual({ refused: [], lost: [], stored: BLOCKS });
      expect(await storeDigests(database.pool)).toBe(alone);
    },
  );

  it.each(bounded([4], [0, 2, 4]))(
    'store the same claims when ranges come in random order (%d workers)',
    async (workers) => {
      const ranges = shuffledRanges([first, first + BLOCKS - 1], new Prng(workers));
      await store(workers, [node.url], undefined, undefined, ranges);
      const [log, claims] = (await storeDigests(database.pool)).split(' ');
      expect(claims).toBe(alone.split(' ')[1]);
      expect(log).not.toBe(alone.split(' ')[0]);
    },
  );

  it('lose nothing when they die at any moment, and store nothing twice', async () => {
    const seen = threads();
    let killed = 0;
    const said = await store(2, [node.url], (stored) => {
      // Near the end, threads may already have returned all their blocks.
      if (stored > BLOCKS - 24) return;
      for (const thread of [...seen].slice(killed)) {
        killed++;
        void thread.terminate();
      }
    });
    expect(killed).toBeGreaterThan(2);
    expect(said.lost).toHaveLength(killed);
    expect(said.lost.flat().length).toBeGreaterThan(0);
    expect(said.stored).toBe(BLOCKS);
    expect(await storeDigests(database.pool)).toBe(alone);
  });

  it('stop when told to, with consecutive blocks stored', async () => {
    const stop = new AbortController();
    const said = await store(2, [node.url], () => stop.abort(), stop.signal);
    expect(said.stored).toBeLessThan(BLOCKS);
    const { rows } = await database.pool.query('SELECT max(number) AS head FROM canonical_block');
    expect(rows[0].head).toBe(first + said.stored - 1);
  });

  it('name a node whose block does not verify, and take it from another', async () => {
    const wrong = `0x${(first + 30).toString(16)}`;
    const liar = await startAlteredNode(
      () => node.url,
      (method, params, result) =>
        method === 'eth_getBlockByNumber' && params[0] === wrong
          ? { ...(result as object), gasUsed: '0x1' }
          : undefined,
    );
    try {
      const { refused } = await store(2, [liar.url, node.url]);
      expect(refused.length).toBeGreaterThan(0);
      for (const refusal of refused)
        expect(refusal).toMatch(new RegExp(`^${new URL(liar.url).host} block ${first + 30}: .*header_hash`));
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      await liar.stop();
    }
  });

  it('expect the records that each node was found to have, though it is down when they start', async () => {
    const without = ['debug', 'trace', 'prestate', 'stateDiff'] as const;
    const plain = await startSimulatedNode({ seed: 1, chain: node.chain, without });
    let isArmed = false;
    Worker.prototype.postMessage = function (this: Worker, ...message) {
      if (!isArmed && typeof message[0] === 'number') {
        isArmed = true;
        node.faults.arm('http500', 2);
      }
      postMessage.apply(this, message);
    };
    try {
      const { refused } = await store(2, [node.url, plain.url]);
      expect(refused).toHaveLength(2);
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      node.faults.clear();
      await plain.stop();
    }
  });

  it('name a node whose block contradicts the store, and take it from another', async () => {
    const at = node.chain.blocks.findIndex(({ json }, index) => index > 40 && json.transactions.length > 0);
    const { json } = node.chain.blocks[at]!;
    const account = json.transactions[0]!.from;
    const liar = await startAlteredNode(
      () => node.url,
      (method, params, result) => {
        const tracer = (params[1] as { tracer?: string } | undefined)?.tracer;
        if (method !== 'debug_traceBlockByNumber' || tracer !== 'prestateTracer') return undefined;
        if (params[0] !== json.number) return undefined;
        const diffs = structuredClone(result) as { result: ReportedDiff }[];
        for (const { result: diff } of diffs)
          for (const side of [diff.pre[account], diff.post[account]])
            if (side?.balance) side.balance = `0x${(BigInt(side.balance) + 1n).toString(16)}`;
        return diffs;
      },
    );
    try {
      const { refused } = await store(2, [liar.url, node.url]);
      expect(
        refused.some((refusal) => refusal.includes(`"account":"${account}","field":"balance before"`)),
      ).toBe(true);
      expect(new Set(refused.map((refusal) => refusal.split(' ')[0]))).toEqual(
        new Set([new URL(liar.url).host]),
      );
      expect(await storeDigests(database.pool)).toBe(alone);
    } finally {
      await liar.stop();
    }
  });
});
