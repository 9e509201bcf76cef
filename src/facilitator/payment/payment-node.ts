import { type JsonRpcAnswer, type JsonRpcCall, JsonRpcEndpoint } from '../../node/rpc/json-rpc-endpoint.js';
import { JsonRpcError, NodeUnreachable } from '../../node/rpc/node-errors.js';
import { nodeName } from '../../node/rpc/node-name.js';

/** A node answers each of these requests quickly. */
const TIMEOUT_MS = 10_000;
const ALREADY_THERE =
  /already (known|imported|in (the )?(mem)?pool|exists)|known transaction|ALREADY_EXISTS/i;
const NONCE_PASSED = /nonce too low|invalid nonce|nonce.*(lower|less) than/i;

/** The result of sending a transaction to the nodes. `refused`: all refused it; `why` is the first reason. */
export type Handover =
  | { readonly kind: 'taken' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Execution nodes for payments: a question goes to one after the other until one answers, and its answer is
 * trusted. A transaction goes to all.
 */
export class PaymentNode {
  readonly #endpoints: readonly JsonRpcEndpoint[];

  constructor(urls: readonly string[]) {
    this.#endpoints = urls.map((url) => new JsonRpcEndpoint(url, nodeName(url), TIMEOUT_MS));
  }

  /** @throws JsonRpcError when the node refuses the call, NodeUnreachable when none answers. */
  async ask<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const [answer] = await this.askAll([{ method, params }]);
    if (answer === undefined || 'error' in answer)
      throw answer?.error ?? new NodeUnreachable('', 'no answer');
    return answer.result as T;
  }

  /** Answers in the order of the calls, all from one node. @throws NodeUnreachable when none answers. */
  async askAll(calls: readonly JsonRpcCall[]): Promise<readonly JsonRpcAnswer[]> {
    const silent: string[] = [];
    for (const endpoint of this.#endpoints) {
      try {
        return await endpoint.batch(calls);
      } catch (error) {
        if (!(error instanceof NodeUnreachable)) throw error;
        silent.push(error.message);
      }
    }
    throw new NodeUnreachable('nodes', silent.join('; '));
  }

  /** Chain id of all nodes that answer. @throws Error when they differ, NodeUnreachable when none answers. */
  async chainId(): Promise<number> {
    const ids = await Promise.allSettled(
      this.#endpoints.map(async (endpoint) => Number(await endpoint.call('eth_chainId'))),
    );
    const different = [...new Set(ids.flatMap((id) => (id.status === 'fulfilled' ? [id.value] : [])))];
    if (different.length > 1) throw new Error(`the nodes are of chains ${different.join(' and ')}`);
    const [id] = different;
    if (id === undefined) throw new NodeUnreachable('nodes', 'none answers');
    return id;
  }

  /**
   * Sends a signed transaction to every node. It never throws: unless the result is `refused`, the
   * transaction may be mined.
   */
  async send(raw: string): Promise<Handover> {
    const answers = await Promise.allSettled(
      this.#endpoints.map((endpoint) => endpoint.call('eth_sendRawTransaction', [raw])),
    );
    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' && answer.reason instanceof JsonRpcError ? [answer.reason.why] : [],
    );
    if (
      answers.some(({ status }) => status === 'fulfilled') ||
      refusals.some((why) => ALREADY_THERE.test(why))
    )
      return { kind: 'taken' };
    // If the nonce is used, it may be this very transaction that used it.
    if (refusals.length < answers.length || refusals.some((why) => NONCE_PASSED.test(why)))
      return { kind: 'unknown' };
    return { kind: 'refused', why: refusals[0] ?? 'no node' };
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.close()));
  }
}
