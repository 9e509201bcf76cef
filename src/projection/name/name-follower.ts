import { BackgroundWorker, type ErrorListener } from '../../platform/clock/background-worker.js';
import { pause } from '../../platform/clock/pause.js';
import type { NamePass } from './name-pass.js';

const SHORTEST_PAUSE_MS = 1_000;
/** A text is found this long after its coming up, and a pass more. */
const LONGEST_PAUSE_MS = 20 * 60_000;
/** So small a part of the time is spent in passes, as long as one takes no more than 40 s. */
const PAUSE_PER_PASS = 30;

/** Makes pass after pass. */
export class NameFollower extends BackgroundWorker {
  constructor(
    private readonly pass: NamePass,
    onError: ErrorListener,
  ) {
    super(onError);
  }

  protected async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const began = performance.now();
      try {
        await this.pass.run(signal);
        this.succeeded();
      } catch (error) {
        this.failed(error);
      }
      const pauseMs = PAUSE_PER_PASS * (performance.now() - began);
      await pause(Math.min(Math.max(pauseMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS), signal);
    }
  }
}
