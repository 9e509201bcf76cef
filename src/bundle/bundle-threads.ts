import { OwnThread } from '../platform/thread/own-thread.js';
import { ThreadPool } from '../platform/thread/thread-pool.js';
import type { BundleOutcome, BundleTask, BundleThreadSettings } from './bundle-task.js';

/** Each thread takes a connection, at least 50 MB, a second to start, and a core while it works. */
const THREADS = 2;
const WAITING = 16;
const HEAP_MB = 512;

/**
 * A few threads that make bundles, because a claim may rest on calls that take most of a second to execute,
 * and each is executed twice.
 */
export class BundleThreads {
  readonly #pool: ThreadPool<BundleTask>;

  constructor(settings: BundleThreadSettings) {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
    const url = new URL('./bundle-worker.js', import.meta.url);
    this.#pool = new ThreadPool(
      () => new OwnThread(url, { workerData: settings, resourceLimits }),
      THREADS,
      WAITING,
    );
  }

  /** @throws TooManyTasks, or what ended the thread */
  make(task: BundleTask): Promise<BundleOutcome> {
    return this.#pool.run(task) as Promise<BundleOutcome>;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
