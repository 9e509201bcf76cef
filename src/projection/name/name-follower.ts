import { pause } from '../../platform/clock/pause.js';
import type { NamePass } from './name-pass.js';

/** Told of what stands in the way, once, and of its end as undefined. */
export type TroubleListener = (trouble: string | undefined) => void;

const SHORTEST_PAUSE_MS = 1_000;
/** A text is found within an hour of its coming up. */
const LONGEST_PAUSE_MS = 20 * 60_000;
/** Passes take so small a part of the time, whatever there is to go through. */
const PAUSE_PER_PASS = 30;

/** Makes pass after pass until it is told to stop, whatever happens. */
export class NameFollower {
  #trouble: string | undefined;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pass: NamePass,
    private readonly onTrouble: TroubleListener,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Lets the transaction under way end, then returns. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const began = performance.now();
      try {
        await this.pass.run(this.#stop.signal);
        this.#note(undefined);
      } catch (error) {
        this.#note(error instanceof Error ? error.message : String(error));
      }
      const pauseMs = PAUSE_PER_PASS * (performance.now() - began);
      await pause(Math.min(Math.max(pauseMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS), this.#stop.signal);
    }
  }

  #note(trouble: string | undefined): void {
    if ((trouble === undefined) !== (this.#trouble === undefined)) this.onTrouble(trouble);
    this.#trouble = trouble;
  }
}
