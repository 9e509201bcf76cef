import { readFromBy } from '../src/event-store/projector-order.js';
import { ChainWriter } from '../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../src/ingestion/append/verified-source.js';
import { ingestRange } from '../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../src/node/execution/execution-source.js';
import { migrate } from '../src/platform/postgres/migrate.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { dropReadIndexes, restoreReadIndexes } from '../src/platform/postgres/read-indexes.js';
import { allProjectors, forkSchedule } from '../src/runtime/projection/projectors.js';
import { measured } from './run-report.js';

/** The service's own backfill, whole: fetch, verify, append to the event store, project. */
await measured(async ({ rpcUrl, databaseUrl, first, last, without, only }, onFlush) => {
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
  });
  const source = await ExecutionSource.connect([rpcUrl], 1, (what, { reason }) =>
    fail(new Error(`${what}: ${reason}`)),
  );
  const all = allProjectors();
  const chosen = all.filter(({ name }) => only?.includes(name) ?? name !== without);
  const needed = new Set([...chosen, ...chosen.flatMap((one) => readFromBy(one, all))]);
  const projectors = all.filter((one) => needed.has(one));
  const writer = await ChainWriter.open(pool, { projectors, record: spent });
  // As `ingest` does for a long fill, of which this is the beginning.
  await dropReadIndexes(pool);
  onFlush(0);
  const verified = new VerifiedSource(source, forkSchedule(), (seconds) => spent('verify', seconds));
  await ingestRange(verified, writer, {
    fromBlock: first,
    toBlock: last,
    settledUpTo: last,
    signal: new AbortController().signal,
    onFlush: (blocks) => onFlush(blocks.length),
  });
  await restoreReadIndexes(pool);
  writer.close();
  await source.close();
  await pool.end();
  return stages;
});
