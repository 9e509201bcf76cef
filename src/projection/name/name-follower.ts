import { BackgroundWorker, type ErrorListener } from '../../platform/clock/background-worker.js';
import type { NamePass } from './name-pass.js';

const SHORTEST_PAUSE_MS = 1_000;
/** Longest pause between passes. A new text is found after this time and the time of a pass. */
const LONGEST_PAUSE_MS = 20 * 60_000;
const LONGEST_RETRY_MS = 60_000;
/** Length of a pause in passes: passes take a small part of the time, if one takes no more than 40 s. */
const PAUSE_PER_PASS = 30;

const pauseAfter = (passMs: number): number =>
  Math.min(Math.max(PAUSE_PER_PASS * passMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);

/** Runs one pass after another. */
export class NameFollower extends BackgroundWorker {
  constructor(
    private readonly pass: NamePass,
    private readonly isWriter: () => boolean,
    onError: ErrorListener,
    /** A pass has gone through all addresses. */
    private readonly onPassed: () => void = () => undefined,
  ) {
    super({ idle: pauseAfter, first: SHORTEST_PAUSE_MS, longest: LONGEST_RETRY_MS }, onError);
  }

  protected async step(signal: AbortSignal): Promise<false | undefined> {
    if (!this.isWriter()) return undefined;
    await this.pass.run(signal);
    if (!signal.aborted) this.onPassed();
    return false;
  }
}
