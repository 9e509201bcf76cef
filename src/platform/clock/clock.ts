/** What time it is. Asked for rather than taken, so that a test can say. */
export abstract class Clock {
  /** Milliseconds since 1970, UTC. */
  abstract now(): number;
}

/** The clock on the wall. */
export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }
}
