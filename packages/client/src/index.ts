import createClient, { type Client } from 'openapi-fetch';
import { type Fetch, type Patience, patientFetch } from './patient-fetch.js';
// Written by `npm run client`.
import type { components, paths } from './schema.js';

/** Asks for documented paths only, with their parameters; see openapi-fetch for what else it takes. */
export type Chainproof = Client<paths>;

/** What was refused and why: branch on `code` and `details.reason`. */
export type Refusal = components['schemas']['ErrorStatement'];

export type { paths } from './schema.js';

export interface ClientOptions extends Patience {
  /** API key, sent with every call. Absent for an open service, and for a pay address. */
  readonly key?: string;
  /** Pays for calls: `payments({ … })` of `@chainproof/client/payments`. */
  readonly pay?: (fetch: Fetch) => Fetch;
}

/**
 * A client of the service at `url` (without `/api`). Calls fail where an answer redirects, because `fetch`
 * would send the key along.
 *
 * @param options an API key alone, or more
 */
export function chainproof(url: string, options: string | ClientOptions = {}): Chainproof {
  const { key, pay, ...patience }: ClientOptions = typeof options === 'string' ? { key: options } : options;
  const patient = patientFetch((request) => globalThis.fetch(request, { redirect: 'error' }), patience);
  return createClient<paths>({
    baseUrl: url,
    ...(key !== undefined && { headers: { 'X-API-Key': key } }),
    fetch: pay === undefined ? patient : pay(patient),
  });
}

/** Thrown where the service refuses an answer. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(`${status} ${refusal.code}: ${refusal.message}`);
  }
}

/** What a call of the client resolves to. */
interface Outcome<Answer> {
  readonly data?: Answer;
  readonly error?: { readonly error: Refusal };
  readonly response: Response;
}

/** The answer, `{data, meta}`. @throws Refused */
export function answered<Answer>({ data, error, response }: Outcome<Answer>): Answer {
  if (data !== undefined) return data;
  // A proxy on the way may answer in another form.
  if (error?.error === undefined) throw new Error(`HTTP status ${response.status}`);
  throw new Refused(response.status, error.error);
}

/** The pages of a list. Each is asked for when it is needed. @throws Refused */
export async function* pages<Answer extends { readonly data: { readonly nextCursor?: string } }>(
  ask: (from: { readonly cursor?: string }) => Promise<Outcome<Answer>>,
): AsyncGenerator<Answer['data'], void> {
  let from: { readonly cursor?: string } = {};
  for (;;) {
    const { data } = answered(await ask(from));
    yield data;
    if (data.nextCursor === undefined) return;
    from = { cursor: data.nextCursor };
  }
}
