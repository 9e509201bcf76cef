import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { OwnThread } from '../../platform/thread/own-thread.js';
import { ThreadPool } from '../../platform/thread/thread-pool.js';
import type { CompareOutcome, CompareTask } from './compare-task.js';

const HEAP_MB = 256;

/** A thread that executes tracked calls by both interpreters: the reference may take a second for one. It starts with the first. */
export class CompareThread {
  readonly #pool: ThreadPool<CompareTask>;

  constructor(schedule: ForkSchedule) {
    const url = new URL('./compare-worker.js', import.meta.url);
    const options = { workerData: schedule, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } };
    this.#pool = new ThreadPool(() => new OwnThread(url, options), 1, 1);
  }

  /** @throws what the thread threw, or the reason of the signal */
  compare(task: CompareTask, signal: AbortSignal): Promise<CompareOutcome> {
    return this.#pool.run(task, signal) as Promise<CompareOutcome>;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
