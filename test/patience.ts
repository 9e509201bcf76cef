/**
 * How long a test waits for what must happen, in milliseconds. It bounds only the time that a failure takes, so it suffices for a machine
 * with ten times the load.
 */
export const PATIENCE_MS = 600_000;
