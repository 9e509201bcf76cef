import { BackgroundWorker, type ErrorListener } from '../../platform/clock/background-worker.js';
import { CheckpointMoved, type GraphCheckpoint } from './graph-checkpoint.js';
import type { GraphProjector } from './graph-projector.js';

/** Called after every move. */
export type MoveListener = (to: GraphCheckpoint) => void;

const LONGEST_PAUSE_MS = 5_000;

/** Keeps the graph up to date. */
export class GraphFollower extends BackgroundWorker {
  constructor(
    private readonly projector: GraphProjector,
    pollMs: number,
    private readonly onMove: MoveListener,
    onError: ErrorListener,
  ) {
    super({ idle: pollMs, first: pollMs, longest: LONGEST_PAUSE_MS }, onError);
  }

  protected async step(): Promise<boolean> {
    const to = await this.projector.step();
    if (to) this.onMove(to);
    return to !== undefined;
  }

  protected override failed(error: unknown): boolean | Promise<boolean> {
    // Another process was faster and wrote the same.
    return error instanceof CheckpointMoved || super.failed(error);
  }
}
