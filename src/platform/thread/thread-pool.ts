import type { Worker } from 'node:worker_threads';

/** More tasks wait for a thread than can be done in time. */
export class TooManyTasks extends Error {
  override readonly name = 'TooManyTasks';
}

interface Job<Task> {
  readonly task: Task;
  readonly signal: AbortSignal | undefined;
  readonly done: (outcome: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A few threads, each of which answers one task at a time, so that none of them holds up the process. They
 * start when first needed, and stay. A thread that fails, or whose task takes too long, is ended.
 */
export class ThreadPool<Task> {
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #waiting: Job<Task>[] = [];

  /**
   * @param start starts a thread that answers each message with one
   * @param threads how many run at most
   * @param waiting how many tasks may wait
   */
  constructor(
    private readonly start: () => Worker,
    private readonly threads: number,
    private readonly waiting: number,
  ) {}

  /** @throws TooManyTasks, what the thread threw, or the reason of the signal */
  run(task: Task, signal?: AbortSignal): Promise<unknown> {
    if (this.#waiting.length >= this.waiting) return Promise.reject(new TooManyTasks());
    return new Promise((done, failed) => {
      this.#waiting.push({ task, signal, done, failed });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const { failed } of this.#waiting.splice(0)) failed(new TooManyTasks());
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop() ?? this.#started();
      if (thread === undefined) return;
      const job = this.#waiting.shift()!;
      if (job.signal?.aborted) {
        job.failed(job.signal.reason);
        this.#idle.push(thread);
      } else this.#give(thread, job);
    }
  }

  #give(thread: Worker, { task, signal, done, failed }: Job<Task>): void {
    const end = (isFree: boolean): void => {
      thread.off('error', onFailure).off('exit', onExit).off('message', onMessage);
      signal?.removeEventListener('abort', onAbort);
      if (isFree) {
        thread.unref();
        this.#idle.push(thread);
      } else {
        this.#all.delete(thread);
        void thread.terminate();
      }
      this.#next();
    };
    const onAbort = (): void => {
      end(false);
      failed(signal!.reason);
    };
    const onFailure = (error: unknown): void => {
      end(false);
      failed(error);
    };
    const onExit = (): void => onFailure(new TooManyTasks());
    const onMessage = (outcome: unknown): void => {
      end(true);
      done(outcome);
    };
    signal?.addEventListener('abort', onAbort);
    thread.on('error', onFailure).on('exit', onExit).on('message', onMessage);
    thread.ref();
    thread.postMessage(task);
  }

  #started(): Worker | undefined {
    if (this.#all.size >= this.threads) return undefined;
    const thread = this.start();
    this.#all.add(thread);
    return thread;
  }
}
