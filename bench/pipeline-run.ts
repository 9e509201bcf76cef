import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { readFromBy } from '../src/event-store/projector-order.js';
import { ChainWriter } from '../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../src/ingestion/append/verified-source.js';
import { ingestRange } from '../src/ingestion/backfill/ingest-range.js';
import { BlockWorkers } from '../src/ingestion/worker/block-workers.js';
import { ExecutionSource } from '../src/node/execution/execution-source.js';
import { migrate } from '../src/platform/postgres/migrate.js';
import { BlockPartitions } from '../src/platform/postgres/partitions/block-partitions.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { dropReadIndexes, restoreReadIndexes } from '../src/platform/postgres/read-indexes.js';
import { ClaimThread } from '../src/runtime/evaluation/claim-thread.js';
import { allProjectors, forkSchedule } from '../src/runtime/projection/projectors.js';
import { LogKey } from '../src/transparency/log-key.js';
import { LogWriter } from '../src/transparency/log-writer.js';
import { finalize } from '../test/fixture/finalize.js';
import { foldAsBucket } from './fold-as-bucket.js';
import { stopwatch } from './process-cost.js';
import { measured } from './run-report.js';

/** The service's own backfill, whole: fetch, verify, append to the event store, project. */
await measured(async (settings, onFlush) => {
  const { rpcUrl, databaseUrl, first, last, without, only, logged, workers = 0, shards = 1 } = settings;
  const stages: Record<string, number> = {};
  const spent = (stage: string, seconds: number): void => {
    stages[stage] = (stages[stage] ?? 0) + seconds;
  };
  await migrate(databaseUrl);
  const fail = (error: Error): never => {
    throw error;
  };
  const pool = createPool(databaseUrl, {
    applicationName: 'benchmark',
    onIdleError: fail,
    statementTimeoutMs: 0,
    replans: true,
  });
  const execution = await ExecutionSource.connect([rpcUrl], 1, (what, { reason }) =>
    fail(new Error(`${what}: ${reason}`)),
  );
  const all = allProjectors();
  const chosen = all.filter(({ name }) => only?.includes(name) ?? name !== without);
  const needed = new Set([...chosen, ...chosen.flatMap((one) => readFromBy(one, all))]);
  const projectors = all.filter((one) => needed.has(one));
  const claims = new ClaimThread({ databaseUrl, chain: { firstBlock: 0, isDemo: false }, shards }, (reason) =>
    fail(new Error(reason)),
  );
  const writer = await ChainWriter.open(pool, {
    projectors,
    record: spent,
    ...(workers > 0 && { followers: claims }),
  });
  // As `ingest` does for a long fill, of which this is the beginning.
  await new BlockPartitions(pool).make([first, last]);
  await dropReadIndexes(pool);
  const elapsed = stopwatch(settings.postmaster);
  onFlush(0);
  const schedule = forkSchedule();
  const verified = new VerifiedSource(execution, schedule, (seconds) => spent('verify', seconds));
  const source = new BlockWorkers(verified, schedule, workers, {
    onRefusal: (what, { reason }) => fail(new Error(`${what}: ${reason}`)),
    onLost: (reason) => fail(new Error(reason)),
    onVerified: (seconds) => spent('verify', seconds),
  });
  await ingestRange(workers > 0 ? source : verified, writer, {
    fromBlock: first,
    toBlock: last,
    settledUpTo: last,
    isLong: workers > 0,
    signal: new AbortController().signal,
    onFlush: (blocks) => onFlush(blocks.length),
  });
  if (projectors.some(({ name }) => name === 'counterparty'))
    await foldAsBucket(pool, { fromBlock: first, toBlock: last });
  const fill = elapsed();
  await claims.close();
  await restoreReadIndexes(pool);
  if (logged) await logAll(pool, last, spent);
  writer.close();
  await source.close();
  await execution.close();
  await pool.end();
  return { stages, fill };
});

/** What the writer of the transparency log does while blocks become final. */
async function logAll(
  pool: Pool,
  last: number,
  spent: (stage: string, seconds: number) => void,
): Promise<void> {
  const began = performance.now();
  await finalize(pool, last);
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-bench-log-'));
  const key = LogKey.at(directory, 'bench.example/log');
  await new LogWriter(pool, key, () => true, { onRefusal() {}, onSigned() {} }).write();
  rmSync(directory, { recursive: true });
  spent('log', (performance.now() - began) / 1_000);
}
