/** Signals that request the end of a process, and its exit status if nothing must be finished first. */
const STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** `npm` passes on the Ctrl-C that the terminal has already sent. Within this time both count as one. */
const SAME_REQUEST_MS = 1_000;

let request: AbortController | undefined;
let requestedAt = 0;

/**
 * Must be called first. After this, SIGINT, SIGTERM and SIGHUP end the process by `exit`, whose listeners end
 * what was started. By default the process would end and leave that running.
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
 * After the first call, the first signal aborts the returned signal, with the exit status for unfinished work
 * as reason. A second signal ends the process at once.
 */
export function stopRequested(): AbortSignal {
  request ??= new AbortController();
  return request.signal;
}
