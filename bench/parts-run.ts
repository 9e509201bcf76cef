import type { VerifiedBlock } from '../src/domain/chain/record/block.js';
import { decodeEncoded, type EncodedBlock, encodedBlock } from '../src/event-store/encoded-block.js';
import { keepFetched, takeFetched } from '../src/event-store/fetched-block.table.js';
import { unpackBundle } from '../src/event-store/packed-bundle.js';
import { ProjectionRunner } from '../src/event-store/projection-runner.js';
import { WriterLease } from '../src/event-store/writer-lease.js';
import { ChainWriter } from '../src/ingestion/append/chain-writer.js';
import { type BlockSource, VerifiedSource } from '../src/ingestion/append/verified-source.js';
import { fetchAhead } from '../src/ingestion/backfill/fetch-ahead.js';
import { ingestRange } from '../src/ingestion/backfill/ingest-range.js';
import { RANGE_BLOCKS } from '../src/ingestion/fetch/range-queue.js';
import { ExecutionSource } from '../src/node/execution/execution-source.js';
import { migrate } from '../src/platform/postgres/migrate.js';
import { BlockPartitions } from '../src/platform/postgres/partitions/block-partitions.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { dropReadIndexes, restoreReadIndexes } from '../src/platform/postgres/read-indexes.js';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import { allProjectors, EVALUATING, forkSchedule } from '../src/runtime/projection/projectors.js';
import { foldAsBucket } from './fold-as-bucket.js';
import { type Spent, stopwatch } from './process-cost.js';
import { type Handed, measured } from './run-report.js';

/** The first of so many parts of the blocks starts the threads that evaluate, and compiles what they run. */
const STARTED_AFTER = 2;
const EVENTS_OF_STEP = 50;

/**
 * The parts of a long fill, each alone and with nothing to wait for but PostgreSQL: what threads for blocks do, what the thread that writes
 * does with their bytes, and what evaluates.
 */
await measured(async ({ rpcUrl, databaseUrl, first, last, postmaster, shards = 1 }) => {
  await migrate(databaseUrl);
  const pool = createPool(databaseUrl, {
    applicationName: 'benchmark',
    statementTimeoutMs: 0,
    replans: true,
  });
  const execution = await ExecutionSource.connect([rpcUrl], 1, (what, { reason }) => {
    throw new Error(`${what}: ${reason}`);
  });
  const all = allProjectors(undefined, undefined, { shards, databaseUrl });
  const evaluating = all.filter(({ name }) => EVALUATING.has(name));
  await asWriter(async (runner) => {
    for (const projector of evaluating) await runner.catchUp(projector);
  });
  const writer = await ChainWriter.open(pool, { projectors: all.filter((one) => !evaluating.includes(one)) });
  await new BlockPartitions(pool).make([first, last]);
  await dropReadIndexes(pool);

  const verified = new VerifiedSource(execution, forkSchedule());
  const blocks = new Map<number, EncodedBlock>();
  const gathering = stopwatch(postmaster);
  const fetch = (number: number): Promise<VerifiedBlock> => verified.block(number, true);
  for await (const block of fetchAhead(first, last, verified.width, fetch))
    blocks.set(block.header.number, encodedBlock(block));
  const gathered = gathering();
  const handed = await handOver();

  const kept: BlockSource = {
    width: verified.width,
    block: async (number) => decodeEncoded(blocks.get(number)!),
    distrust: (refused) => verified.distrust(refused),
    follows: (parent, block) => verified.follows(parent, block),
  };
  const writing = stopwatch(postmaster);
  await ingestRange(kept, writer, {
    ...{ fromBlock: first, toBlock: last, settledUpTo: last, signal: new AbortController().signal },
  });
  await foldAsBucket(pool, { fromBlock: first, toBlock: last });
  const written = writing();
  writer.close();

  const events = last - first + 1;
  const begun = Math.floor(events / STARTED_AFTER / EVENTS_OF_STEP) * EVENTS_OF_STEP;
  const evaluated = await asWriter(async (runner) => {
    await runner.advance(evaluating, () => begun);
    const claiming = stopwatch(postmaster);
    await runner.advance(evaluating, () => events);
    return ofAll(claiming(), events / (events - begun));
  });
  await restoreReadIndexes(pool);
  await execution.close();
  await pool.end();
  return { stages: {}, parts: { gathered, written, evaluated }, handed };

  /** As a process with `ROLE=fetch` stores its ranges, and as the writer takes them. */
  async function handOver(): Promise<Handed> {
    const fetched = [...blocks].map(([number, { packed }]) => ({
      ...{ number, process: 'bench', node: 'bench', payload: packed },
    }));
    const ranges = Array.from({ length: Math.ceil(fetched.length / RANGE_BLOCKS) }, (_, at) =>
      fetched.slice(at * RANGE_BLOCKS, (at + 1) * RANGE_BLOCKS),
    );
    const keeping = stopwatch(postmaster);
    for (const range of ranges) await inTransaction(pool, (tx) => keepFetched(tx, range));
    const kept = keeping();
    const taking = stopwatch(postmaster);
    for (const range of ranges) {
      const [fromBlock, toBlock] = [range[0]!.number, range.at(-1)!.number];
      const taken = await inTransaction(pool, (tx) => takeFetched(tx, { fromBlock, toBlock }));
      for (const { payload } of taken) unpackBundle(payload);
    }
    const taken = taking();
    // The table is empty, so its space does not count as remaining.
    await pool.query('VACUUM fetched_block');
    return { kept, taken };
  }

  async function asWriter<Result>(work: (runner: ProjectionRunner) => Promise<Result>): Promise<Result> {
    const lease = await WriterLease.take(pool, 1_000);
    return work(new ProjectionRunner(pool, lease)).finally(() => lease.release());
  }
});

/** What all blocks take, where some of them took so much. */
function ofAll({ wallSeconds, cpuSeconds, threadSeconds, databaseSeconds }: Spent, times: number): Spent {
  return {
    wallSeconds: wallSeconds * times,
    cpuSeconds: cpuSeconds * times,
    threadSeconds: threadSeconds * times,
    databaseSeconds: databaseSeconds * times,
  };
}
