import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { logClaims } from './log-claims.js';
import type { LogKey } from './log-key.js';
import { LogIsBehind, LogWouldFork, signCheckpoint } from './sign-checkpoint.js';

const PAUSE_MS = 10_000;
const PAUSE_AFTER_FAILURE_MS = 60_000;

/**
 * Logs the claims of blocks once these are final, and signs the log. Several writers do no harm: each waits
 * for the others.
 */
export class LogWriter {
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** @param warn is told why nothing is signed, once for each reason in a row */
  constructor(
    private readonly pool: Pool,
    private readonly key: LogKey,
    private readonly warn: (why: string) => void,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Logs and signs what is due. @throws LogWouldFork */
  async write(): Promise<void> {
    while (!this.#stopping.signal.aborted && (await logClaims(this.pool)) > 0)
      await signCheckpoint(this.pool, this.key);
    await signCheckpoint(this.pool, this.key);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let warned: string | undefined;
    while (!signal.aborted) {
      const pause = await this.write().then(
        () => {
          warned = undefined;
          return PAUSE_MS;
        },
        (error: Error) => {
          if (error.message !== warned) this.warn(error.message);
          warned = error.message;
          if (error instanceof LogIsBehind) return PAUSE_MS;
          return error instanceof LogWouldFork ? undefined : PAUSE_AFTER_FAILURE_MS;
        },
      );
      // An operator must restore the newer database first; signing again would not help.
      if (pause === undefined) return;
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
