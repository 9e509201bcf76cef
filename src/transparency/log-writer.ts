import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { logClaims } from './log-claims.js';
import type { LogKey } from './log-key.js';
import { LogWouldFork, signCheckpoint } from './sign-checkpoint.js';

const PAUSE_MS = 10_000;
const STANDBY_PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 60_000;

/** What a writer of the log tells. */
export interface LogWriterListener {
  /** Nothing is signed, for this reason. Called once for each reason in a row. */
  onRefusal(why: string): void;
  /** All entries are signed, of which there are so many. */
  onSigned(entries: number): void;
}

/**
 * Logs the claims of blocks once these are final, and signs the log. Several writers do no harm to each other:
 * each waits for the others.
 */
export class LogWriter {
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** @param mayWrite whether this process is the one that writes to the database */
  constructor(
    private readonly pool: Pool,
    private readonly key: LogKey,
    private readonly mayWrite: () => boolean,
    private readonly listener: LogWriterListener,
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
    let logged: number;
    do {
      if (this.#stopping.signal.aborted || !this.mayWrite()) return;
      logged = await logClaims(this.pool);
      const { size } = await signCheckpoint(this.pool, this.key);
      this.listener.onSigned(size);
    } while (logged > 0);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let refusal: string | undefined;
    while (!signal.aborted) {
      const pause = await this.write().then(
        () => {
          refusal = undefined;
          return this.mayWrite() ? PAUSE_MS : STANDBY_PAUSE_MS;
        },
        (error: Error) => {
          if (error.message !== refusal) this.listener.onRefusal(error.message);
          refusal = error.message;
          // It looks again soon: the entries may be logged again, or an operator restore the newer database.
          return error instanceof LogWouldFork ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS;
        },
      );
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
