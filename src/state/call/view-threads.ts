import { Worker } from 'node:worker_threads';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { ExecutedViews } from '../witness/execute-views.js';
import type { ViewOutcome, ViewTask } from './view-task.js';
import type { WitnessTask } from './witness-task.js';

/** A thread takes about 60 MB and 300 ms to start. */
const THREADS = 2;
const WAITING = 64;
const HEAP_MB = 256;

/** More calls wait for a thread than can be served in time. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls';
}

interface Job {
  readonly task: ViewTask | WitnessTask;
  readonly signal: AbortSignal;
  readonly done: (outcome: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A few threads that run view calls, so that no call holds up the process. Threads start when they are needed first; one whose run takes
 * too long is ended.
 */
export class ViewThreads {
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #waiting: Job[] = [];

  constructor(private readonly schedule: ForkSchedule) {}

  /**
   * Runs one call.
   * @throws TooManyCalls, or the reason of the signal
   */
  run(task: ViewTask, signal: AbortSignal): Promise<ViewOutcome> {
    return this.#queued<ViewOutcome>(task, signal);
  }

  /**
   * Runs one call by the reference over proofs alone.
   * @throws TooManyCalls, MalformedField for proofs that cannot be read, or the reason of the signal
   */
  executeWitness(task: WitnessTask, signal: AbortSignal): Promise<ExecutedViews> {
    return this.#queued<ExecutedViews>(task, signal);
  }

  async close(): Promise<void> {
    for (const { failed } of this.#waiting.splice(0)) failed(new TooManyCalls());
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #queued<Outcome>(task: Job['task'], signal: AbortSignal): Promise<Outcome> {
    if (this.#waiting.length >= WAITING) return Promise.reject(new TooManyCalls());
    return new Promise((done, failed) => {
      this.#waiting.push({ task, signal, done: (outcome) => done(outcome as Outcome), failed });
      this.#next();
    });
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? this.#started();
      if (worker === undefined) return;
      const job = this.#waiting.shift()!;
      if (job.signal.aborted) {
        job.failed(job.signal.reason);
        this.#idle.push(worker);
      } else this.#give(worker, job);
    }
  }

  #give(worker: Worker, { task, signal, done, failed }: Job): void {
    const end = (isFree: boolean): void => {
      worker.off('error', onFailure).off('exit', onExit).off('message', onMessage);
      signal.removeEventListener('abort', onAbort);
      if (isFree) {
        worker.unref();
        this.#idle.push(worker);
      } else {
        this.#all.delete(worker);
        void worker.terminate();
      }
      this.#next();
    };
    const onAbort = (): void => {
      end(false);
      failed(signal.reason);
    };
    const onFailure = (error: unknown): void => {
      end(false);
      failed(error);
    };
    const onExit = (): void => onFailure(new TooManyCalls());
    const onMessage = (outcome: unknown): void => {
      end(true);
      done(outcome);
    };
    signal.addEventListener('abort', onAbort);
    worker.on('error', onFailure).on('exit', onExit).on('message', onMessage);
    worker.ref();
    worker.postMessage(task);
  }

  #started(): Worker | undefined {
    if (this.#all.size >= THREADS) return undefined;
    const worker = new Worker(new URL('./view-worker.js', import.meta.url), {
      workerData: this.schedule,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#all.add(worker);
    return worker;
  }
}
