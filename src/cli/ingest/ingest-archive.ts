import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { readCanonicalRoots } from '../../definition/binding/canonical-roots.js';
import { DEFINITIONS } from '../../definition/read-definitions.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { type BlockRange, blockCount } from '../../domain/interval/block-range.js';
import { keepHeaderProofs, provenBlocks } from '../../event-store/header-proof.table.js';
import { ChainWriter } from '../../ingestion/append/chain-writer.js';
import type { Genesis } from '../../ingestion/append/verified-source.js';
import type { ArchiveFile } from '../../ingestion/archive/archive-file.js';
import { archivedProofs } from '../../ingestion/archive/archived-proofs.js';
import { ArchivedSource } from '../../ingestion/archive/archived-source.js';
import { archivesAt } from '../../ingestion/archive/archives-at.js';
import { ingestRange } from '../../ingestion/backfill/ingest-range.js';
import { ReadAnswerer } from '../../ingestion/read/read-answerer.js';
import { BlockRefused } from '../../ingestion/verify/finding/block-refused.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';
import { SourceExhausted } from '../../node/rpc/node-refusal.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { LastState } from '../../records/state/last-state.js';
import { genesisFrom } from '../../runtime/chain/genesis.js';
import { Database } from '../../runtime/database/database.js';
import { answerReads } from '../../runtime/ingestion/answer-reads.js';
import { logRefusals } from '../../runtime/ingestion/log-refusals.js';
import { StartedParts } from '../../runtime/lifecycle/started-parts.js';
import { noteRecovery } from '../../runtime/preflight/recovery-note.js';
import { ProgressMeter } from '../../runtime/progress/progress-meter.js';
import { allProjectors, forkSchedule } from '../../runtime/projection/projectors.js';
import { chainKind } from '../../runtime/settings/chain-kind.js';
import { readGenesisFile } from '../../runtime/settings/genesis-file.js';
import { stopRequested } from '../command/stop-signals.js';
import { fillMissing } from './fill-missing.js';

/**
 * Verifies and stores the blocks of archives, without call frames and state diffs, and stores the proofs of
 * their headers.
 */
export class IngestArchive extends Command<void> {
  /** @param path a file or a directory */
  constructor(
    readonly path: string,
    readonly asked: { readonly from?: number; readonly to?: number },
  ) {
    super();
  }
}

/** A file, and which of its blocks are missing. */
interface Part {
  readonly file: ArchiveFile;
  /** The requested blocks of the file. */
  readonly asked: BlockRange;
  readonly missing: readonly BlockRange[];
}

@CommandHandler(IngestArchive)
export class IngestArchiveHandler implements ICommandHandler<IngestArchive> {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly parts: StartedParts,
  ) {}

  async execute({ path, asked }: IngestArchive): Promise<void> {
    const { config, logger, parts } = this;
    if (config.rpcUrls.length === 0)
      throw new Error('archives are of mainnet: set RPC_URLS to a node of it, which needs no old blocks');
    const files = archivesAt(path);
    parts.add(async () => {
      for (const file of files) file.close();
    });
    const genesis = genesisFrom(config.firstBlock ?? 0, await readGenesisFile(config.genesisFile));
    noteRecovery(logger);
    const schedule = forkSchedule(config.forkTimes);
    const { pool } = await this.database.open('apply');
    const writer = await ChainWriter.open(pool, {
      projectors: allProjectors(chainKind(config)),
      comparison: { last: new LastState(pool), schedule },
    });
    parts.add(() => writer.close());
    const found = await Promise.all(files.map((file) => partOf(file, asked, writer)));
    const missing = found.flatMap((part) => part.missing);
    const total = blockCount(missing);
    await fillMissing({ config, pool, writer }, missing, () =>
      new ArchiveRun(pool, writer, schedule, genesis, total).run(found),
    );
    await this.#answerReads(pool, writer);
  }

  /**
   * Asks nodes the open questions about state. Nodes with only recent state leave most of them open, and
   * without nodes all stay open.
   */
  async #answerReads(pool: Pool, writer: ChainWriter): Promise<void> {
    const { config, logger, parts } = this;
    const stop = stopRequested();
    if (stop.aborted) return;
    try {
      const source = await parts.start(
        () => ExecutionSource.connect(config.rpcUrls, 1, logRefusals(logger), config.stateProofs),
        (connected) => connected.close(),
      );
      stop.addEventListener('abort', () => void source.close());
      await answerReads(new ReadAnswerer(source, writer, pool), source, pool, stop);
    } catch (error) {
      if (!(error instanceof SourceExhausted)) throw error;
      logger.warn(`questions about state stay open: ${error.message}`);
    }
  }
}

async function partOf(
  file: ArchiveFile,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: IngestArchive['asked'],
  writer: ChainWriter,
): Promise<Part> {
  const asked = {
    fromBlock: Math.max(from, file.range.fromBlock),
    toBlock: Math.min(to, file.range.toBlock),
  };
  const isAsked = asked.fromBlock <= asked.toBlock;
  return { file, asked, missing: isAsked ? await writer.chain.missing(asked.fromBlock, asked.toBlock) : [] };
}

/**
 * Stores the blocks of archives. Ctrl-C lets the current flush finish, and the next run continues from there.
 */
class ArchiveRun {
  readonly #meter = new ProgressMeter('ingesting', 'blocks');
  readonly #stop = stopRequested();
  #done = 0;
  #proofs = 0;

  constructor(
    private readonly pool: Pool,
    private readonly writer: ChainWriter,
    private readonly schedule: ForkSchedule,
    private readonly genesis: Genesis,
    private readonly total: number,
  ) {}

  async run(parts: readonly Part[]): Promise<void> {
    try {
      for (const part of parts) {
        if (this.#stop.aborted) break;
        await this.#keepProofs(part);
        await this.#ingest(part);
      }
      await this.writer.finalize(undefined);
    } finally {
      this.#meter.end();
      console.log(
        `${this.#done} of ${this.total} blocks stored, without call frames or state diffs; ${this.#proofs} proofs of headers kept`,
      );
      if (this.#stop.aborted && this.#done < this.total) process.exitCode = this.#stop.reason as number;
    }
  }

  /**
   * Called before the blocks of a file are stored, so that an interrupted run leaves no block whose proof is
   * missing.
   */
  async #keepProofs({ file, asked }: Part): Promise<void> {
    const count = asked.toBlock - asked.fromBlock + 1;
    if (count < 1 || (await provenBlocks(this.pool, asked)) === count) return;
    this.#meter.tell(`checking the headers of ${file.name}`);
    const roots = readCanonicalRoots(DEFINITIONS, this.schedule);
    const proofs = archivedProofs(file, roots).filter(
      ({ number }) => asked.fromBlock <= number && number <= asked.toBlock,
    );
    await keepHeaderProofs(this.pool, proofs);
    this.#proofs += proofs.length;
  }

  async #ingest({ file, missing }: Part): Promise<void> {
    if (missing.length === 0) return;
    const source = new ArchivedSource(file, this.schedule, this.genesis);
    for (const range of missing) {
      try {
        await ingestRange(source, this.writer, {
          ...range,
          settledUpTo: range.toBlock,
          signal: this.#stop,
          onFlush: (blocks) => {
            this.#done += blocks.length;
            this.#meter.show(this.#done, this.total);
          },
        });
      } catch (error) {
        if (!(error instanceof BlockRefused)) throw error;
        throw new Error(`${file.name}: ${error.message}. Take the file from elsewhere`, { cause: error });
      }
      if (this.#stop.aborted) return;
    }
  }
}
