import { isAscii } from 'node:buffer';
import { Agent, request } from 'undici';
import { JsonRpcError, NodeUnreachable } from './node-errors.js';

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

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * JSON-RPC over HTTP with kept-alive connections and batches.
 *
 * A call fails as a whole with `NodeUnreachable` (connection, time-out, HTTP status, malformed JSON, an answer missing from the
 * batch); an error the node gives for one call of a batch is that call's answer.
 */
export class JsonRpcEndpoint {
  readonly #agent: Agent;
  readonly #url: string;

  /** `url` may carry credentials: it never appears in an error; `name` does. */
  constructor(
    url: string,
    readonly name: string,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
  ) {
    this.#url = url;
    this.#agent = new Agent({
      connections: 8,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  /** The result of one call; throws `JsonRpcError` when the node refuses it. */
  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const [answer] = await this.batch([{ method, params }]);
    if (answer === undefined) throw new NodeUnreachable(this.name, 'empty batch');
    if ('error' in answer) throw answer.error;
    return answer.result;
  }

  /** Answers in the order of the calls, whatever order the node sends them in. */
  async batch(calls: readonly JsonRpcCall[]): Promise<JsonRpcAnswer[]> {
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: call.method, params: call.params }));
    const wire = await this.#post(JSON.stringify(body.length === 1 ? body[0] : body));
    const list = Array.isArray(wire) ? (wire as WireAnswer[]) : [wire as WireAnswer];
    const byId = new Map(list.map((answer) => [Number(answer?.id), answer]));
    return calls.map((call, id) => {
      const answer = byId.get(id);
      if (answer === undefined) {
        // A refused batch comes back as one error without an id.
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
      String(error.message ?? 'unnamed error'),
    );
  }

  async #post(body: string): Promise<unknown> {
    let text: string;
    try {
      const response = await request(this.#url, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      text = textOf(Buffer.from(await response.body.arrayBuffer()));
      if (response.statusCode !== 200)
        throw new NodeUnreachable(this.name, `HTTP status ${response.statusCode}`);
    } catch (error) {
      if (error instanceof NodeUnreachable) throw error;
      throw new NodeUnreachable(
        this.name,
        error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'no answer',
      );
    }
    try {
      return JSON.parse(text);
    } catch {
      throw new NodeUnreachable(this.name, 'the answer is not JSON');
    }
  }
}

/** Answers are nearly always ASCII, for which a plain copy will do; they are megabytes each. */
function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
}
