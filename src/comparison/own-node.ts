import { boundedBytes } from '../domain/chain/codec/bounded-bytes.js';
import { basicCredentials } from '../domain/url/basic-credentials.js';
import { shownHost } from '../domain/url/shown-host.js';
import { withoutSecrets } from '../domain/url/without-secrets.js';

const PATIENCE_MS = 30_000;
/**
 * The longest answer that is read. A beacon block with a payload of the largest gas limit has some 12 MB of
 * JSON.
 */
const MAX_BYTES = 64 << 20;

/** The node did not answer, or its answer is not one of a node of mainnet. */
export class NotAnswered extends Error {
  override readonly name: string = 'NotAnswered';
}

/** The node gave no readable answer, so it is not asked again. */
export class NodeSilent extends NotAnswered {}

/** A node that the reader of a bundle trusts. Its URL may carry credentials: only `name` is ever shown. */
export class OwnNode {
  readonly name: string;
  readonly #base: URL;
  readonly #withoutSecrets: (text: string) => string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @throws Error for text that is no HTTP URL */
  constructor(url: string) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new Error('a node is named by its HTTP URL');
    this.#base = new URL(url);
    this.name = shownHost(this.#base);
    this.#withoutSecrets = withoutSecrets(this.#base);
    this.#headers = { 'content-type': 'application/json', ...basicCredentials(this.#base) };
    this.#base.username = '';
    this.#base.password = '';
  }

  /** The result of a JSON-RPC call. @throws NotAnswered */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = recordOf(await this.#json(this.#base, { method: 'POST', body }));
    if (answer?.error !== undefined && answer.error !== null)
      throw new NotAnswered(`${method}: ${this.#withoutSecrets(messageOf(answer.error)).slice(0, 200)}`);
    if (answer?.result === undefined) throw new NotAnswered(`${method}: the answer has no result`);
    return answer.result;
  }

  /** The answer at a path below the URL; undefined for status 404. @throws NotAnswered */
  async get(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const url = new URL(this.#base);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
    const answer = await this.#json(url, { method: 'GET' });
    if (answer === undefined) return undefined;
    const record = recordOf(answer);
    if (record === undefined) throw new NotAnswered(`${path}: the answer is no record`);
    return record;
  }

  /** The JSON of an answer; undefined for status 404. @throws NodeSilent */
  async #json(url: URL, asked: { readonly method: string; readonly body?: string }): Promise<unknown> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(url, { ...asked, headers: this.#headers, signal });
      if (answer.status === 404 && asked.method === 'GET') {
        await answer.body?.cancel();
        return undefined;
      }
      if (!answer.ok) throw new Error(`HTTP status ${answer.status}`);
      return JSON.parse((await boundedBytes(answer.body, MAX_BYTES)).toString());
    } catch (error) {
      throw new NodeSilent(this.#withoutSecrets(reasonOf(error)));
    }
  }
}

/** The value if it is a JSON object, else undefined. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function messageOf(error: unknown): string {
  const message = recordOf(error)?.message;
  return typeof message === 'string' ? message : 'refused';
}

/** Why a request failed. It includes the cause, in which `fetch` names the host, or the address and port. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}
