/**
 * How long a test waits for what must come, in milliseconds. It bounds nothing but the time that a failure takes, so it outlasts a machine
 * of ten times the load.
 */
export const PATIENCE_MS = 600_000;
