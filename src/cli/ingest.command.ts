import { Command, CommandRunner, Option } from 'nest-commander';
import { ingestRange } from '../ingestion/backfill/ingest-range.js';
import { ChainWriter } from '../ingestion/chain-writer.js';
import { VerifiedSource } from '../ingestion/verified-source.js';
import { type Config, readConfig } from '../platform/config/config.js';
import { createLogger } from '../platform/log/logger.js';
import { ExecutionSource } from '../source/execution/execution-source.js';
import { forecastRange } from './forecast.js';
import { openDatabase } from './open-database.js';
import { byteSize, duration, ProgressMeter } from './progress-meter.js';
import { allProjectors, forkSchedule } from './projectors.js';

interface IngestOptions {
  readonly from?: number;
  readonly to?: number;
}

/** A run of at least this many blocks begins with a forecast. */
const LONG_RUN_BLOCKS = 1_000;

@Command({
  name: 'ingest',
  description:
    'Fetches, verifies and stores a range of blocks from RPC_URLS, then ends: the way to fill gaps. Blocks already stored are left ' +
    "as they are. Without --from it continues after the stored head, without --to it goes up to the node's head. Exits with 1 at " +
    'a block that no node gives acceptably; what was stored before it stays.',
})
export class IngestCommand extends CommandRunner {
  async run(_: string[], options: IngestOptions): Promise<void> {
    const config = readConfig(process.env);
    if (config.rpcUrls.length === 0) throw new Error('ingest reads from nodes: set RPC_URLS');
    const database = await openDatabase(config);
    const logger = createLogger(config.logLevel);
    const source = await ExecutionSource.connect(config.rpcUrls, 1, (what, { node, reason }) =>
      logger.warn(`refused ${what}: ${reason}`, { node }),
    );
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
    try {
      const writer = await ChainWriter.open(database.pool, { projectors: allProjectors() });
      try {
        await ingest(new VerifiedSource(source, forkSchedule()), writer, config, options, stop.signal);
      } finally {
        writer.close();
      }
    } finally {
      await source.close();
      await database.close();
    }
  }

  @Option({ flags: '--from <block>', description: 'first block of the range' })
  parseFrom(text: string): number {
    return blockNumber(text, '--from');
  }

  @Option({ flags: '--to <block>', description: 'last block of the range' })
  parseTo(text: string): number {
    return blockNumber(text, '--to');
  }
}

async function ingest(
  source: VerifiedSource,
  writer: ChainWriter,
  config: Config,
  options: IngestOptions,
  signal: AbortSignal,
): Promise<void> {
  const head = (await source.execution.head()).number;
  const stored = await writer.chain.head();
  const from = options.from ?? (stored ? stored.number + 1 : (config.firstBlock ?? 0));
  const to = options.to ?? head;
  if (to > head) throw new Error(`the node's head is block ${head}: --to ${to} lies beyond it`);
  const missing = await writer.chain.missing(from, to);
  const total = missing.reduce((sum, range) => sum + range.to - range.from + 1, 0);
  if (total === 0) {
    console.log('nothing to ingest: every block of the range is stored');
    return;
  }
  if (total >= LONG_RUN_BLOCKS) {
    const { bytes, seconds } = await forecastRange(source, from, to);
    console.log(
      `${total} blocks: about ${byteSize(bytes)} of disk and at most ${duration(seconds)} (Ctrl-C stops at the next flush)`,
    );
  }
  const finalized = await source.execution.finalized();
  const meter = new ProgressMeter('ingesting', 'blocks');
  let done = 0;
  try {
    for (const range of missing) {
      await ingestRange(source, writer, {
        ...range,
        settledUpTo: finalized?.number ?? head,
        signal,
        onFlush: (blocks) => {
          done += blocks.length;
          meter.show(done, total);
        },
      });
      if (signal.aborted) break;
    }
    await writer.finalize(finalized);
  } finally {
    meter.end();
    console.log(`${done} of ${total} blocks stored`);
  }
}

function blockNumber(text: string, flag: string): number {
  if (!/^(0|[1-9]\d{0,15})$/.test(text))
    throw new Error(`${flag} must be a block number, and is ${JSON.stringify(text)}`);
  return Number(text);
}
