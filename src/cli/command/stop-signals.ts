/** Signals that ask a process to end, and the status it ends with where nothing is to be finished first. */
const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** `npm` passes on the Ctrl-C that the terminal has sent already: within this time it is the same one. */
const SAME_REQUEST_MS = 1_000;

let request: AbortController | undefined;
let requestedAt = 0;

/**
 * To be called first thing. From now on Ctrl-C and a polite kill end the process through `exit`, whose listeners end whatever was
 * started, where the system's own way would leave it running.
 */
export function handleStopSignals(): void {
  for (const [signal, status] of Object.entries(STATUS)) {
    process.on(signal, () => {
      if (request === undefined) process.exit(status);
      if (request.signal.aborted && performance.now() - requestedAt > SAME_REQUEST_MS) process.exit(status);
      if (request.signal.aborted) return;
      requestedAt = performance.now();
      request.abort(status);
    });
  }
}

/**
 * From the first call on, the first signal aborts the returned one, with the exit status for unfinished work as its reason; only a second
 * one ends the process at once.
 */
export function stopRequested(): AbortSignal {
  request ??= new AbortController();
  return request.signal;
}
