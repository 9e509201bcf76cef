import { setTimeout as delay } from 'node:timers/promises';

/** Makes a block at each interval until it is paused. It stops when a block fails. */
export class Life {
  private pausing: AbortController | undefined;
  private running = Promise.resolve();

  constructor(
    private readonly makeBlock: () => Promise<void>,
    private readonly intervalMs: number,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    if (this.pausing !== undefined) return;
    this.pausing = new AbortController();
    this.running = this.live(this.pausing.signal);
  }

  /** Resolves once no block is being made. */
  async pause(): Promise<void> {
    this.pausing?.abort();
    await this.running;
    this.pausing = undefined;
  }

  private async live(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await delay(this.intervalMs, undefined, { signal });
        await this.makeBlock();
      }
    } catch (error) {
      if (signal.aborted) return; // the wait was cut short
      this.onFailure(error);
    }
  }
}
