/** Sends a request: `fetch` of the platform, or a function that wraps it. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Patience {
  /** How often a call is asked again at most; 3 if absent, and 0 for never. */
  readonly retries?: number;
  /** Seconds to wait at most before each; 60 if absent. A longer wait is left to the caller. */
  readonly longestWait?: number;
}

/** The header of a payment. A payment is charged once at most, however often it is sent. */
const PAYMENT = 'payment-signature';
/** Seconds to wait after a connection broke during a paid request. */
const AFTER_A_BREAK = 1;

/**
 * Asks again when the service says so: after a 429, and after a 503 with `Retry-After`. It sends the same
 * request with the same payment. It also sends a paid request again whose answer was lost, because the
 * service may have charged it.
 */
export function patientFetch(fetch: Fetch, { retries = 3, longestWait = 60 }: Patience = {}): Fetch {
  return async (request) => {
    for (let retry = 0; ; retry++) {
      const isLast = retry >= retries;
      const answer = await fetch(request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted || !request.headers.has(PAYMENT)) throw error;
      });
      const seconds = answer === undefined ? AFTER_A_BREAK : waitOf(answer);
      if (answer !== undefined && (isLast || seconds === undefined || seconds > longestWait)) return answer;
      await answer?.body?.cancel();
      await waited(seconds ?? 0, request.signal);
    }
  };
}

/** Seconds after which the service wants to be asked again; undefined for an answer that is final. */
function waitOf({ status, headers }: Response): number | undefined {
  const said = status === 429 || status === 503 ? headers.get('retry-after') : null;
  return said !== null && /^\d+$/.test(said) ? Number(said) : undefined;
}

/** @throws the reason of the signal, if it is aborted first */
function waited(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1_000);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
