import { pause } from '../../platform/clock/pause.js';
import { CheckpointMoved, type GraphCheckpoint } from './graph-checkpoint.js';
import type { GraphProjector } from './graph-projector.js';

/** Called after every move. */
export type MoveListener = (to: GraphCheckpoint) => void;

/** Told of what stands in the way, once, and of its end as undefined. */
export type TroubleListener = (trouble: string | undefined) => void;

const LONGEST_PAUSE_MS = 5_000;

/** Keeps the graph up to date until it is told to stop, whatever passes. */
export class GraphFollower {
  #trouble: string | undefined;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly projector: GraphProjector,
    private readonly pollMs: number,
    private readonly onMove: MoveListener,
    private readonly onTrouble: TroubleListener,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Lets the move under way end, then returns. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let pauseMs = this.pollMs;
    while (!this.#stop.signal.aborted) {
      try {
        const to = await this.projector.step();
        this.#note(undefined);
        pauseMs = this.pollMs;
        if (to) this.onMove(to);
        else await pause(pauseMs, this.#stop.signal);
      } catch (error) {
        // Another process was faster: its move is as good as ours.
        if (!(error instanceof CheckpointMoved))
          this.#note(error instanceof Error ? error.message : String(error));
        await pause(pauseMs, this.#stop.signal);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  #note(trouble: string | undefined): void {
    if ((trouble === undefined) !== (this.#trouble === undefined)) this.onTrouble(trouble);
    this.#trouble = trouble;
  }
}
