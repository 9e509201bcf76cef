import { pause } from './pause.js';

/** Called once with the error, and once with undefined on recovery. */
export type ErrorListener = (error: string | undefined) => void;

/** Pauses of a worker, milliseconds. */
export interface Pauses {
  /** After a step that left nothing to do; a function is asked each time, with the duration of the step. */
  readonly idle: number | ((stepMs: number) => number);
  /** After a failed step; doubled after each further failure in a row. */
  readonly first: number;
  readonly longest: number;
}

/** A loop in the background that makes step after step until it is stopped. A failed step does not end it. */
export abstract class BackgroundWorker {
  #error: string | undefined;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pauses: Pauses,
    private readonly onError: ErrorListener,
  ) {}

  start(): void {
    this.#running = this.#run(this.#stop.signal);
  }

  /** Lets the step under way end, then returns. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /**
   * One step. Resolves to true if there may be more to do at once, to false if not, and to undefined if
   * nothing was tried, which does not end a failure.
   */
  protected abstract step(signal: AbortSignal): Promise<boolean | undefined>;

  /** Called with the error of a step, unless the stop caused it. The worker goes on if the result is true. */
  protected failed(error: unknown): boolean | Promise<boolean> {
    this.#report(error instanceof Error ? error.message : String(error));
    return true;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { idle, first, longest } = this.pauses;
    let pauseMs = first;
    while (!signal.aborted) {
      const began = performance.now();
      try {
        const more = await this.step(signal);
        if (more !== undefined) {
          this.#report(undefined);
          pauseMs = first;
        }
        if (more) continue;
        await pause(typeof idle === 'number' ? idle : idle(performance.now() - began), signal);
      } catch (error) {
        if (signal.aborted || !(await this.failed(error))) return;
        await pause(pauseMs, signal);
        pauseMs = Math.min(pauseMs * 2, longest);
      }
    }
  }

  #report(error: string | undefined): void {
    if ((error === undefined) !== (this.#error === undefined)) this.onError(error);
    this.#error = error;
  }
}
