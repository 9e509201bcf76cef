import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Fence } from '../../event-store/writer-lease.js';
import type { BlockSource, VerifiedSource } from '../../ingestion/append/verified-source.js';
import { FetchedRanges } from '../../ingestion/fetch/fetched-ranges.js';
import type { FetchProgress } from '../../ingestion/fetch/published-ranges.js';
import type { BlockWorkers } from '../../ingestion/worker/block-workers.js';
import type { RefusalListener } from '../../node/rpc/node-refusal.js';
import type { Logger } from '../../platform/log/logger.js';
import { createPool } from '../../platform/postgres/pool.js';
import { byteSize } from '../progress/progress-meter.js';
import { fetchTerms } from './fetch-terms.js';
import { PROCESS_NAME } from './process-name.js';

const SAY_MS = 10_000;

export interface FetchingWriter {
  readonly databaseUrl: string;
  readonly own: VerifiedSource;
  readonly threads: BlockWorkers;
  readonly fence: Fence;
  readonly schedule: ForkSchedule;
  readonly logger: Logger;
  readonly onRefusal: RefusalListener;
  readonly onProcesses?: (count: number) => void;
}

export interface OpenedRanges {
  readonly source: BlockSource;
  /** Ends the threads, too. */
  close(): Promise<void>;
}

/** Blocks for a writer in long fills, from its threads and from other processes; it logs what these do. */
export async function openFetchedRanges(writer: FetchingWriter): Promise<OpenedRanges> {
  const { databaseUrl, own, threads, fence, schedule, logger, onRefusal, onProcesses } = writer;
  const terms = await fetchTerms(own.execution, schedule, own.genesis.number);
  const pool = createPool(databaseUrl, { applicationName: 'chainproof-ranges', max: 4 });
  const log = new FetchLog((line) => logger.info(line));
  const source = new FetchedRanges({
    ...{ threads, own, fence, pool, terms, name: PROCESS_NAME },
    listener: {
      onRefusal,
      onError: (why) => logger.warn(`fetching by other processes: ${why}`),
      onProgress: (progress) => {
        onProcesses?.(progress.processes);
        log.note(progress);
      },
    },
  });
  let closing: Promise<void> | undefined;
  return {
    source,
    close() {
      closing ??= source.close().finally(() => pool.end());
      return closing;
    },
  };
}

/** A line now and then, and when a process comes or goes. */
class FetchLog {
  #processes = 0;
  #saidMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly say: (line: string) => void) {}

  note(progress: FetchProgress): void {
    const isChanged = progress.processes !== this.#processes;
    if (!isChanged && performance.now() - this.#saidMs < SAY_MS) return;
    [this.#processes, this.#saidMs] = [progress.processes, performance.now()];
    this.say(progressText(progress));
  }
}

function progressText({ processes, taken, ranges, bytes }: FetchProgress): string {
  const by = [...taken].map(([name, blocks]) => `${name} ${blocks}`).join(', ');
  const who = processes === 1 ? '1 process' : `${processes} processes`;
  return `${who} with ROLE=fetch; blocks taken: ${by || 'none'}; ${ranges} ranges ahead, ${byteSize(bytes)} of them fetched`;
}
