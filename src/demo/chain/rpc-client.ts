export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface RpcAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The JSON-RPC calls of the demo to its own anvil. */
export class RpcClient {
  constructor(private readonly url: string) {}

  async call<T>(method: string, ...params: unknown[]): Promise<T> {
    const [result] = await this.batch([{ method, params }]);
    return result as T;
  }

  /** Answers in the order of the calls. @throws Error naming the first call that the node refused. */
  async batch(calls: readonly RpcCall[]): Promise<unknown[]> {
    if (calls.length === 0) return []; // JSON-RPC refuses an empty batch
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answers = (await response.json()) as RpcAnswer[];
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return calls.map((call, id) => {
      const answer = byId.get(id);
      if (answer === undefined || answer.error !== undefined) {
        throw new Error(`${call.method}: ${answer?.error?.message ?? 'no answer'}`);
      }
      return answer.result;
    });
  }
}
