import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { newestSettled } from '../../domain/chain/protocol/reorg-depth.js';
import { type BlockRange, blockCount } from '../../domain/interval/block-range.js';
import { noteNodeHosts } from '../../event-store/note-node-hosts.js';
import { ChainWriter } from '../../ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../ingestion/append/verified-source.js';
import { ingestRange } from '../../ingestion/backfill/ingest-range.js';
import { ReadAnswerer } from '../../ingestion/read/read-answerer.js';
import {
  BlockWorkers,
  lostWorker,
  WORKER_BLOCKS,
  WORKERS,
  type WorkerListener,
} from '../../ingestion/worker/block-workers.js';
import { isWhole } from '../../node/execution/capabilities.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { LastState } from '../../records/state/last-state.js';
import { genesisFrom } from '../../runtime/chain/genesis.js';
import { Database } from '../../runtime/database/database.js';
import { nearestFollowers } from '../../runtime/evaluation/nearest-followers.js';
import { answerReads } from '../../runtime/ingestion/answer-reads.js';
import { claimProver, noteContradicted } from '../../runtime/ingestion/claim-prover.js';
import { type OpenedRanges, openFetchedRanges } from '../../runtime/ingestion/fetched-ranges.js';
import { forecastRanges } from '../../runtime/ingestion/forecast.js';
import { logRefusals } from '../../runtime/ingestion/log-refusals.js';
import { StartedParts } from '../../runtime/lifecycle/started-parts.js';
import { noteRecovery } from '../../runtime/preflight/recovery-note.js';
import { byteSize, duration, ProgressMeter } from '../../runtime/progress/progress-meter.js';
import { allProjectors, forkSchedule } from '../../runtime/projection/projectors.js';
import { chainKind } from '../../runtime/settings/chain-kind.js';
import { readGenesisFile } from '../../runtime/settings/genesis-file.js';
import { ClaimedStateReader } from '../../state/tracking/claimed-state.reader.js';
import { stopRequested } from '../command/stop-signals.js';
import { capabilityTables } from '../text/capability-tables.js';
import { fillMissing } from './fill-missing.js';

export interface IngestOptions {
  readonly from?: number;
  readonly to?: number;
  readonly partial?: boolean;
  /** Number of threads that fetch and verify blocks; by default one fewer than there are cores. */
  readonly workers?: number;
}

/** Blocks from which a run begins with a forecast. */
const LONG_RUN_BLOCKS = 1_000;
/** Exit status if blocks were, or would be, stored without some of their records. */
const PARTIAL = 3;

/**
 * Fetches, verifies and stores a range of blocks. Then it asks the nodes for the state that evaluating the
 * blocks needs.
 */
export class IngestBlocks extends Command<void> {
  constructor(readonly options: IngestOptions) {
    super();
  }
}

@CommandHandler(IngestBlocks)
export class IngestBlocksHandler implements ICommandHandler<IngestBlocks> {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly parts: StartedParts,
  ) {}

  async execute({ options }: IngestBlocks): Promise<void> {
    const { config, logger, parts } = this;
    if (config.rpcUrls.length === 0) throw new Error('ingest reads from nodes: set RPC_URLS');
    const genesis = genesisFrom(config.firstBlock ?? 0, await readGenesisFile(config.genesisFile));
    noteRecovery(logger);
    const schedule = forkSchedule(config.forkTimes);
    const onRefusal = logRefusals(logger);
    const source = await parts.start(
      () => ExecutionSource.connect(config.rpcUrls, 1, onRefusal, config.stateProofs),
      (connected) => connected.close(),
    );
    refusePartial(source.capabilities, options);
    const { pool, url } = await this.database.open('apply');
    const prover = claimProver(source, new ClaimedStateReader(schedule), config.stateProofs, (places) =>
      noteContradicted(logger, places),
    );
    const { workers = WORKERS } = options;
    const followers = nearestFollowers({ pool, databaseUrl: url, chain: chainKind(config), workers, logger });
    const writer = await ChainWriter.open(pool, {
      projectors: allProjectors(chainKind(config)),
      followers,
      ...(prover && { prover }),
      comparison: { last: new LastState(pool), schedule },
    });
    parts.add(() => writer.close());
    parts.add(() => followers.close());
    await noteNodeHosts(pool, config.rpcUrls);
    const verified = new VerifiedSource(source, schedule, undefined, genesis);
    const openThreads = (count: number): Promise<OpenedRanges> => {
      const onLost: WorkerListener['onLost'] = (reason, blocks) => logger.warn(lostWorker(reason, blocks));
      const threads = new BlockWorkers(verified, schedule, count, { onRefusal, onLost });
      return openFetchedRanges({
        ...{ databaseUrl: url, own: verified, threads, fence: writer.fence, schedule, logger, onRefusal },
      });
    };
    await ingest({ source: verified, openThreads, writer, pool, config, options });
    const stop = stopRequested();
    // A silent node must not delay the stop.
    stop.addEventListener('abort', () => void source.close());
    await answerReads(new ReadAnswerer(source, writer, pool), source, pool, stop);
  }
}

/** The nodes do not have all records of a block. */
class PartialBlocks extends Error {
  readonly exitStatus = PARTIAL;
}

/**
 * Reports the capabilities of the nodes if none gives everything.
 * @throws PartialBlocks unless that is allowed
 */
function refusePartial(nodes: ExecutionSource['capabilities'], { partial = false }: IngestOptions): void {
  if (nodes.some(({ capabilities }) => isWhole(capabilities))) return;
  console.error(`${capabilityTables(nodes)}\n`);
  if (!partial)
    throw new PartialBlocks(
      'no node gives call frames and state diffs, and a stored block is not completed later: name another node in RPC_URLS, or store blocks without them by --partial',
    );
}

interface IngestRun {
  readonly source: VerifiedSource;
  readonly openThreads: (count: number) => Promise<OpenedRanges>;
  readonly writer: ChainWriter;
  readonly pool: Pool;
  readonly config: Config;
  readonly options: IngestOptions;
}

async function ingest(run: IngestRun): Promise<void> {
  const { source, writer, config, options } = run;
  const head = (await source.execution.head()).number;
  const stored = await writer.chain.head();
  const from = options.from ?? (stored ? stored.number + 1 : (config.firstBlock ?? 0));
  const to = options.to ?? head;
  if (to > head) throw new Error(`the node's head is block ${head}: --to ${to} lies beyond it`);
  if (options.from !== undefined && from > to)
    throw new Error(`the node's head is block ${head}: --from ${from} lies beyond it`);
  const missing = from > to ? [] : await writer.chain.missing(from, to);
  const total = blockCount(missing);
  if (total === 0) {
    console.log(
      from > to
        ? `nothing to ingest: stored up to block ${from - 1}, asked for up to ${to}`
        : 'nothing to ingest: every block of the range is stored',
    );
    return;
  }
  if (total >= LONG_RUN_BLOCKS) {
    const { bytes, seconds } = await forecastRanges(source, missing);
    console.log(
      `${total} blocks: about ${byteSize(bytes)} of disk and at most ${duration(seconds)} (Ctrl-C stops at the next flush)`,
    );
  }
  await fillMissing(run, missing, () => fill(run, missing, head));
}

/** Stores the ranges, and notes which blocks are final. Ctrl-C lets the current flush finish. */
async function fill(run: IngestRun, missing: readonly BlockRange[], head: number): Promise<void> {
  const { source, writer } = run;
  const total = blockCount(missing);
  const { partial = false, workers = total < WORKER_BLOCKS ? 0 : WORKERS } = run.options;
  const finalized = await source.execution.finalized();
  const meter = new ProgressMeter('ingesting', 'blocks');
  const threads = await run.openThreads(workers);
  const stop = stopRequested();
  // A silent node must not delay the stop.
  stop.addEventListener('abort', () => void Promise.all([source.execution.close(), threads.close()]));
  let done = 0;
  let incomplete = 0;
  try {
    for (const range of missing) {
      const settledUpTo = newestSettled(head, finalized?.number);
      const isLong = workers > 0 && blockCount([range]) >= WORKER_BLOCKS;
      if (isLong) threads.source.expect?.({ ...range, toBlock: Math.min(range.toBlock, settledUpTo) });
      await ingestRange(threads.source, writer, {
        ...range,
        settledUpTo,
        signal: stop,
        isLong,
        onFlush: (stored) => {
          done += stored.length;
          incomplete += stored.filter(({ frames, stateChanges }) => !(frames && stateChanges)).length;
          meter.show(done, total);
        },
      });
      if (stop.aborted) break;
    }
    await writer.finalize(finalized, (number, hash) => source.execution.holds(number, hash));
  } catch (error) {
    // An error that the stop causes is no failure.
    if (!stop.aborted) throw error;
  } finally {
    await threads.close();
    meter.end();
    const without = incomplete > 0 ? `, ${incomplete} of them without call frames or state diffs` : '';
    console.log(`${done} of ${total} blocks stored${without}`);
    if (stop.aborted && done < total) process.exitCode = stop.reason as number;
    else if (incomplete > 0 && !partial) process.exitCode = PARTIAL;
  }
}
