/** Called once with the error, and once with undefined on recovery. */
export type ErrorListener = (error: string | undefined) => void;

/** A loop that runs in the background until it is stopped; errors do not end it. */
export abstract class BackgroundWorker {
  #error: string | undefined;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly onError: ErrorListener) {}

  start(): void {
    this.#running = this.run(this.#stop.signal);
  }

  /** Lets the step under way end, then returns. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Goes on until the signal; must not reject. */
  protected abstract run(signal: AbortSignal): Promise<void>;

  protected failed(error: unknown): void {
    this.#report(error instanceof Error ? error.message : String(error));
  }

  protected succeeded(): void {
    this.#report(undefined);
  }

  #report(error: string | undefined): void {
    if ((error === undefined) !== (this.#error === undefined)) this.onError(error);
    this.#error = error;
  }
}
