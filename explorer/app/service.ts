import { answered, chainproof, Refused } from '../../packages/client/src/index.js';
import type { paths } from '../../packages/client/src/schema.js';
import { apiKey } from './key.js';
import { ROOT } from './settings.js';
import { pause, Waiting } from './waiting.js';

export { Refused };

const CHAIN = '/api/v1/chains/{chainId}/';

type ChainPath = Extract<keyof paths, `${typeof CHAIN}${string}`>;
/** A documented call, below the chain. */
export type Call = ChainPath extends `${typeof CHAIN}${infer Rest}` ? Rest : never;
type Operation<C extends Call> = paths[`${typeof CHAIN}${C}` & ChainPath]['get'];
type PathValues<C extends Call> = Omit<Operation<C>['parameters']['path'], 'chainId'>;
type QueryValues<C extends Call> = Operation<C>['parameters']['query'];
/** What a call answers in `data`. */
export type Data<C extends Call> = Operation<C>['responses'] extends {
  200: { content: { 'application/json': { data: infer Record } } };
}
  ? Record
  : never;

/** At most this many requests are under way, so that a page leaves room for others with the same key. */
const AT_ONCE = 6;
let underWay = 0;
const queue: (() => void)[] = [];

/** Every address of the API that was asked since the page was opened. */
const asked = new Set<string>();
export const askedCalls = (): readonly string[] => [...asked];
export const forgetCalls = (): void => asked.clear();

async function send(request: Request): Promise<Response> {
  asked.add(request.url);
  if (underWay >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  underWay++;
  try {
    for (;;) {
      const attempt = request.clone();
      const key = apiKey();
      if (key === '') attempt.headers.delete('x-api-key');
      else attempt.headers.set('x-api-key', key);
      const response = await fetch(attempt).catch((error: Error) => {
        throw new Error(`The service cannot be reached: ${error.message}.`);
      });
      if (response.status !== 429) return response;
      const seconds = Number(response.headers.get('retry-after') ?? '5');
      await Waiting.during(seconds, pause(seconds * 1000));
    }
  } finally {
    underWay--;
    queue.shift()?.();
  }
}

const client = chainproof(ROOT, { retries: 0 });
client.use({ onRequest: ({ request }) => send(request) });

/** Asks a documented call. @throws Refused */
export async function get<C extends Call>(
  call: C,
  values: { readonly path?: PathValues<C>; readonly query?: QueryValues<C> } = {},
): Promise<Data<C>> {
  const { path, query } = values;
  const params = { path: { chainId: '1', ...path }, ...(query && { query }) };
  // The types above come from the client. It cannot check them for a path that is put together.
  const outcome = await client.GET(`${CHAIN}${call}` as never, { params } as never);
  return (answered(outcome as never) as { data: Data<C> }).data;
}
