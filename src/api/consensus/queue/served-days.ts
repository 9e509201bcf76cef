const SERVED_SECONDS = 90 * 86_400;

/** Unix seconds of the oldest point that is served now. */
export function oldestServed(): number {
  return Math.ceil(Date.now() / 1_000) - SERVED_SECONDS;
}
