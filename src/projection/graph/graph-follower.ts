import { BackgroundWorker, type ErrorListener } from '../../platform/clock/background-worker.js';
import { pause } from '../../platform/clock/pause.js';
import { CheckpointMoved, type GraphCheckpoint } from './graph-checkpoint.js';
import type { GraphProjector } from './graph-projector.js';

/** Called after every move. */
export type MoveListener = (to: GraphCheckpoint) => void;

const LONGEST_PAUSE_MS = 5_000;

/** Keeps the graph up to date. */
export class GraphFollower extends BackgroundWorker {
  constructor(
    private readonly projector: GraphProjector,
    private readonly pollMs: number,
    private readonly onMove: MoveListener,
    onError: ErrorListener,
  ) {
    super(onError);
  }

  protected async run(signal: AbortSignal): Promise<void> {
    let pauseMs = this.pollMs;
    while (!signal.aborted) {
      try {
        const to = await this.projector.step();
        this.succeeded();
        pauseMs = this.pollMs;
        if (to) this.onMove(to);
        else await pause(pauseMs, signal);
      } catch (error) {
        // Another process was faster, and made the same move.
        if (!(error instanceof CheckpointMoved)) this.failed(error);
        await pause(pauseMs, signal);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }
}
