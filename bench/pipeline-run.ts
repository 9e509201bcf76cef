import { allProjectors } from '../src/cli/projectors.js';
import { ingestRange } from '../src/ingestion/backfill/ingest-range.js';
import { ChainWriter } from '../src/ingestion/chain-writer.js';
import { VerifiedSource } from '../src/ingestion/verified-source.js';
import { verifyBlock } from '../src/ingestion/verify/verify-block.js';
import type { VerifiedBlock } from '../src/kernel/chain/block.js';
import { migrate } from '../src/platform/postgres/migrate.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { ExecutionSource } from '../src/source/execution/execution-source.js';
import { measured } from './run-report.js';

/** Tells what verification costs in processor time: wall time would count whatever else the machine does meanwhile. */
class MeasuredSource extends VerifiedSource {
  constructor(
    execution: ExecutionSource,
    private readonly told: (cpuSeconds: number) => void,
  ) {
    super(execution);
  }

  override block(number: number, settled: boolean): Promise<VerifiedBlock> {
    return this.execution.block(number, settled, (sourced) => {
      const before = process.cpuUsage();
      const verified = verifyBlock(sourced, { number });
      const { user, system } = process.cpuUsage(before);
      this.told((user + system) / 1e6);
      return verified;
    });
  }
}

/** The service's own backfill, whole: fetch, verify, append to the event store, project. */
await measured(async ({ rpcUrl, databaseUrl, first, last }, onFlush) => {
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
  const writer = await ChainWriter.open(pool, { projectors: allProjectors(), record: spent });
  onFlush(0);
  await ingestRange(new MeasuredSource(source, (seconds) => spent('verify', seconds)), writer, {
    from: first,
    to: last,
    settledUpTo: last,
    signal: new AbortController().signal,
    onFlush: (blocks) => onFlush(blocks.length),
  });
  writer.close();
  await source.close();
  await pool.end();
  return stages;
});
