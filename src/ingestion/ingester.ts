import type { StatedHead } from '../node/execution/execution-node.js';
import { pause } from '../platform/clock/pause.js';
import { FinalityViolated } from './append/chain-writer.js';
import type { HeadFollower } from './head/head-follower.js';

/** State of the ingester, for readiness and metrics. */
export interface IngesterState {
  /** The nodes' head as last stated. */
  readonly nodeHead?: StatedHead;
  /** Why the last step failed; undefined once a step has succeeded. */
  readonly failure?: string;
  /** Whether it has given up: only a person can resolve this. */
  readonly stopped: boolean;
}

export type ErrorListener = (failure: string, fatal: boolean) => void;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Opens a follower; called again after any failure, as the state of the database may then differ from what was remembered. Questions
 * to nodes end when the signal does.
 */
export type OpenFollower = (
  signal: AbortSignal,
) => Promise<{ follower: HeadFollower; close(): Promise<void> }>;

/** Follows the head until stopped. Survives temporary failures, and stops for good on contradictions that need an operator. */
export class Ingester {
  #state: IngesterState = { stopped: false };
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly open: OpenFollower,
    private readonly pollMs: number,
    private readonly onError: ErrorListener,
  ) {}

  get state(): IngesterState {
    return this.#state;
  }

  noteHead(nodeHead: StatedHead): void {
    this.#state = { ...this.#state, nodeHead };
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Lets the flush under way commit, then returns. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#followUntilError(() => {
          pauseMs = FIRST_PAUSE_MS;
        });
      } catch (error) {
        // A failure caused by the stop is not reported.
        if (this.#stop.signal.aborted) return;
        const fatal = error instanceof FinalityViolated;
        const failure = error instanceof Error ? error.message : String(error);
        this.#state = { ...this.#state, failure, stopped: fatal };
        this.onError(failure, fatal);
        if (fatal) return;
        await pause(pauseMs, this.#stop.signal);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  async #followUntilError(onProgress: () => void): Promise<void> {
    const { follower, close } = await this.open(this.#stop.signal);
    try {
      while (!this.#stop.signal.aborted) {
        const changed = await follower.step(this.#stop.signal);
        const { failure: _, ...calm } = this.#state;
        this.#state = calm;
        onProgress();
        if (!changed) await pause(this.pollMs, this.#stop.signal);
      }
    } finally {
      await close();
    }
  }
}
