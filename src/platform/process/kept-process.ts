import { statfs } from 'node:fs/promises';
import { pause } from '../clock/pause.js';

/** One run of a program that the service cannot do without. */
export interface Run {
  /** Settles when it has ended, with how it did. */
  readonly ended: Promise<string>;
  /** Ends it and waits for the end; harmless when it already ended. */
  stop(): Promise<void>;
}

export interface KeptProcessOptions {
  /** Its name in messages: `the embedded PostgreSQL`. */
  readonly name: string;
  /** Starts it again, where those who use it expect it; rejects when it does not come up. */
  readonly launch: () => Promise<Run>;
  /** Events, a line each. */
  readonly say?: (line: string) => void;
  /** A directory it writes to: while that disk is full, it is not started. */
  readonly directory?: string;
  readonly patience?: Patience;
}

export interface Patience {
  /** Before it is started again; doubled each time. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** After a run of this length, earlier failures no longer count. */
  readonly steadyMs: number;
  /** How many early ends and failed starts in a row until the program is given up. */
  readonly failures: number;
}

/** Given up after some 45 s when nothing helps. */
const PATIENCE: Patience = { firstPauseMs: 500, longestPauseMs: 15_000, steadyMs: 30_000, failures: 8 };
/** PostgreSQL adds to its log 16 MB at a time. */
const LEAST_SPACE_BYTES = 32 * 2 ** 20;
const LOOK_FOR_SPACE_MS = 2_000;

/** A program that ended again and again and is started no more. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
  /** Exit status of a process that lost the program: `EX_UNAVAILABLE` of sysexits.h. */
  readonly exitStatus = 69;
}

/** Restarts a program that ends unexpectedly, until that has failed too often. */
export class KeptProcess {
  /** Settles when it is given up. */
  readonly gaveUp: Promise<GaveUp>;
  readonly #giveUp: (error: GaveUp) => void;
  readonly #stop = new AbortController();
  readonly #patience: Patience;
  #run: Run | undefined;
  #kept: Promise<void> = Promise.resolve();
  #failures = 0;
  #failure: string | undefined;

  constructor(private readonly options: KeptProcessOptions) {
    this.#patience = options.patience ?? PATIENCE;
    let giveUp: (error: GaveUp) => void = () => undefined;
    this.gaveUp = new Promise((resolve) => {
      giveUp = resolve;
    });
    this.#giveUp = giveUp;
  }

  get name(): string {
    return this.options.name;
  }

  /** Why it does not run now; undefined while it does. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Begins with a run that is up already. */
  keep(first: Run): void {
    this.#run = first;
    this.#kept = this.#keep(first);
  }

  /** Ends the program and restarts it no more. Waits for a start under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#run?.stop();
    await this.#kept;
  }

  async #keep(first: Run): Promise<void> {
    for (let run: Run | undefined = first; run; run = await this.#again()) {
      const began = performance.now();
      const how = await run.ended;
      if (this.#stop.signal.aborted) return;
      if (performance.now() - began >= this.#patience.steadyMs) this.#failures = 0;
      this.#failed(`${this.options.name} has ended: ${how}`);
    }
  }

  async #again(): Promise<Run | undefined> {
    const { name, launch, say = () => undefined } = this.options;
    while (this.#failures < this.#patience.failures) {
      await this.#untilItMayStart();
      if (this.#stop.signal.aborted) return undefined;
      try {
        this.#run = await launch();
      } catch (error) {
        this.#failed(`${name} does not start: ${error instanceof Error ? error.message : error}`);
        continue;
      }
      this.#failure = undefined;
      say(`${name} runs again`);
      // Stopped while it was starting.
      if (this.#stop.signal.aborted) await this.#run.stop();
      return this.#run;
    }
    this.#giveUp(
      new GaveUp(`given up after ${this.#failures} failures within a short time: ${this.#failure}`),
    );
    return undefined;
  }

  async #untilItMayStart(): Promise<void> {
    const { firstPauseMs, longestPauseMs } = this.#patience;
    await pause(Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs), this.#stop.signal);
    const { directory, name } = this.options;
    if (directory === undefined || !(await isFull(directory))) return;
    this.#report(`${name} waits for space: the disk of ${directory} is full`);
    while (!this.#stop.signal.aborted && (await isFull(directory)))
      await pause(LOOK_FOR_SPACE_MS, this.#stop.signal);
    // Failures on a full disk say nothing about starts with space.
    this.#failures = 0;
  }

  #failed(failure: string): void {
    this.#failures++;
    this.#report(failure);
  }

  #report(failure: string): void {
    this.#failure = failure;
    this.options.say?.(failure);
  }
}

async function isFull(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < LEAST_SPACE_BYTES;
}
