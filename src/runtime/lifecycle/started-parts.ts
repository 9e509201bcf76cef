import type { OnApplicationShutdown } from '@nestjs/common';

/**
 * The parts of a process that have to be stopped, in the order of their start. Nest does not stop what its factories made before another
 * one failed; this does.
 */
export class StartedParts implements OnApplicationShutdown {
  readonly #stops: (() => unknown)[] = [];
  #stopping: Promise<void> | undefined;

  /** Notes how to stop a part; it is stopped before everything that was noted earlier. */
  add(stop: () => unknown): void {
    this.#stops.push(stop);
  }

  /** Starts a part. If `stop` is called meanwhile, it waits for the start and stops the part. */
  start<T>(start: () => Promise<T>, stop: (part: T) => unknown): Promise<T> {
    if (this.#stopping) return Promise.reject(new Error('the service is stopping'));
    const started = start();
    this.add(() => started.then(stop, () => undefined));
    return started;
  }

  /** Stops all parts, also after one has failed to stop; then rejects with the first failure. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** `stop` reports a failure to whoever closes the application. */
  async onApplicationShutdown(): Promise<void> {
    await this.stop().catch(() => undefined);
  }

  async #stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
