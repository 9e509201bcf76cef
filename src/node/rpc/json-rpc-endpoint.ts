import { isAscii } from 'node:buffer';
import { Agent, request } from 'undici';
import { basicCredentials } from '../../domain/url/basic-credentials.js';
import { withoutSecrets } from '../../domain/url/without-secrets.js';
import { fitsInMemory } from './answer-memory.js';
import { causeOf, JsonRpcError, NodeUnreachable } from './node-errors.js';

export interface JsonRpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** One answer of a batch: a result, or the error the node gave for that call alone. */
export type JsonRpcAnswer = { readonly result: unknown } | { readonly error: JsonRpcError };

interface WireAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

/** Tracing a full block takes a node seconds. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Half of the batch size that common nodes accept. */
const MAX_BATCH = 500;
/** Far more than a block with its traces. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

/**
 * JSON-RPC over HTTP with kept-alive connections and batches.
 *
 * A request fails as a whole with `NodeUnreachable`: for a connection error, a time-out, an HTTP status,
 * malformed JSON, an answer too large for the memory, or one that is missing from a batch. An error of the node for one call of a batch is
 * that call's answer.
 */
export class JsonRpcEndpoint {
  readonly #agent: Agent;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #withoutSecrets: (text: string) => string;

  /** @param url may carry credentials, so it never appears in an error; `name` does */
  constructor(
    url: string,
    readonly name: string,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
  ) {
    this.#url = new URL(url);
    this.#headers = { 'content-type': 'application/json', ...basicCredentials(this.#url) };
    this.#withoutSecrets = withoutSecrets(this.#url);
    this.#agent = new Agent({
      maxResponseSize: MAX_RESPONSE_BYTES,
      connections: 8,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  /** May carry credentials. */
  get url(): string {
    return this.#url.href;
  }

  /** The result of one call. @throws JsonRpcError when the node refuses it @throws NodeUnreachable */
  async call(method: string, params: readonly unknown[] = [], timeoutMs = this.timeoutMs): Promise<unknown> {
    const [answer] = await this.batch([{ method, params }], timeoutMs);
    if (answer === undefined) throw new NodeUnreachable(this.name, 'empty batch');
    if ('error' in answer) throw answer.error;
    return answer.result;
  }

  /**
   * Answers in the order of the calls, whatever order the node sends them in. Calls beyond the usual batch
   * size go in further requests, and a call whose answer was too large for a batch is repeated alone.
   */
  async batch(calls: readonly JsonRpcCall[], timeoutMs = this.timeoutMs): Promise<JsonRpcAnswer[]> {
    const answers: JsonRpcAnswer[] = [];
    for (let first = 0; first < calls.length; first += MAX_BATCH) {
      answers.push(...(await this.#request(calls.slice(first, first + MAX_BATCH), timeoutMs)));
    }
    if (calls.length === 1) return answers;
    for (const [index, answer] of answers.entries()) {
      if (!('error' in answer) || !answer.error.tooLarge) continue;
      const [alone] = await this.#request([calls[index]!], timeoutMs);
      if (alone) answers[index] = alone;
    }
    return answers;
  }

  async #request(calls: readonly JsonRpcCall[], timeoutMs: number): Promise<JsonRpcAnswer[]> {
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: call.method, params: call.params }));
    const wire = await this.#post(JSON.stringify(body.length === 1 ? body[0] : body), timeoutMs);
    const list = Array.isArray(wire) ? (wire as WireAnswer[]) : [wire as WireAnswer];
    const byId = new Map(list.map((answer) => [Number(answer?.id), answer]));
    return calls.map((call, id) => {
      const answer = byId.get(id);
      if (answer === undefined) {
        // A node refuses a whole batch by one error without an id.
        const refusal = list.length === 1 ? list[0]?.error : undefined;
        if (refusal) return { error: this.#error(call.method, refusal) };
        throw new NodeUnreachable(this.name, `no answer to ${call.method} in a batch of ${calls.length}`);
      }
      if (answer.error) return { error: this.#error(call.method, answer.error) };
      return { result: answer.result };
    });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #error(method: string, error: NonNullable<WireAnswer['error']>): JsonRpcError {
    return new JsonRpcError(
      this.name,
      method,
      Number(error.code ?? 0),
      this.#withoutSecrets(String(error.message ?? 'unnamed error')),
    );
  }

  async #post(body: string, timeoutMs: number): Promise<unknown> {
    let text: string;
    try {
      const response = await request(this.#url, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: this.#headers,
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      if (!fitsInMemory(bytes))
        throw new NodeUnreachable(this.name, `an answer of ${bytes.length} bytes does not fit into memory`);
      text = textOf(bytes);
      if (response.statusCode !== 200 && !isRefusal(response.statusCode, text)) {
        throw new NodeUnreachable(this.name, `HTTP status ${response.statusCode}`);
      }
    } catch (error) {
      if (error instanceof NodeUnreachable) throw error;
      throw new NodeUnreachable(this.name, causeOf(error));
    }
    try {
      return JSON.parse(text);
    } catch {
      throw new NodeUnreachable(this.name, 'the answer is not JSON');
    }
  }
}

/** Answers are megabytes each and nearly always ASCII, for which a plain copy is enough. */
function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
}

/** Whether a status of 4xx carries a JSON-RPC refusal, as with some providers. 429 counts as no answer. */
function isRefusal(status: number, text: string): boolean {
  return (
    status >= 400 && status < 500 && status !== 429 && /"jsonrpc".*"error"|"error".*"jsonrpc"/s.test(text)
  );
}
