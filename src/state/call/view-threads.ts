import { Worker } from 'node:worker_threads';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { ThreadPool } from '../../platform/thread/thread-pool.js';
import type { ExecutedViews } from '../witness/execute-views.js';
import type { ViewOutcome, ViewTask } from './view-task.js';
import type { WitnessTask } from './witness-task.js';

/** A thread takes about 60 MB and 300 ms to start. */
const THREADS = 2;
const WAITING = 64;
const HEAP_MB = 256;

/** A few threads that run view calls, so that no call holds up the process. */
export class ViewThreads {
  readonly #pool: ThreadPool<ViewTask | WitnessTask>;

  constructor(schedule: ForkSchedule) {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
    const url = new URL('./view-worker.js', import.meta.url);
    this.#pool = new ThreadPool(
      () => new Worker(url, { workerData: schedule, resourceLimits }),
      THREADS,
      WAITING,
    );
  }

  /**
   * Runs one call.
   * @throws TooManyTasks, or the reason of the signal
   */
  run(task: ViewTask, signal: AbortSignal): Promise<ViewOutcome> {
    return this.#pool.run(task, signal) as Promise<ViewOutcome>;
  }

  /**
   * Runs one call by the reference over proofs alone.
   * @throws TooManyTasks, MalformedField for proofs that cannot be read, or the reason of the signal
   */
  executeWitness(task: WitnessTask, signal: AbortSignal): Promise<ExecutedViews> {
    return this.#pool.run(task, signal) as Promise<ExecutedViews>;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
