import { BackgroundWorker, type ErrorListener } from '../../platform/clock/background-worker.js';
import type { NamePass } from './name-pass.js';

const SHORTEST_PAUSE_MS = 1_000;
/** A text is found this long after it was first seen, and a pass more. */
const LONGEST_PAUSE_MS = 20 * 60_000;
const LONGEST_RETRY_MS = 60_000;
/** This keeps passes to a small part of the time, as long as one takes no more than 40 s. */
const PAUSE_PER_PASS = 30;

const pauseAfter = (passMs: number): number =>
  Math.min(Math.max(PAUSE_PER_PASS * passMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);

/** Makes pass after pass. */
export class NameFollower extends BackgroundWorker {
  constructor(
    private readonly pass: NamePass,
    private readonly isWriter: () => boolean,
    onError: ErrorListener,
  ) {
    super({ idle: pauseAfter, first: SHORTEST_PAUSE_MS, longest: LONGEST_RETRY_MS }, onError);
  }

  protected async step(signal: AbortSignal): Promise<false | undefined> {
    if (!this.isWriter()) return undefined;
    await this.pass.run(signal);
    return false;
  }
}
