import { parseNumber } from '../../domain/chain/codec/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { nodeName } from '../rpc/node-name.js';

/** Short, because callers have a time limit of their own. */
const TIMEOUT_MS = 1_000;
/** Nodes are asked no more often than this, because anybody can trigger the request. */
const REMEMBERED_MS = 5_000;

/** The newest block that nodes state, for a process that does not follow the head. */
export class NewestHead {
  readonly #nodes: readonly JsonRpcEndpoint[];
  #asked: { readonly atMs: number; readonly number: Promise<number | undefined> } | undefined;

  constructor(urls: readonly string[]) {
    this.#nodes = urls.map((url) => new JsonRpcEndpoint(url, nodeName(url), TIMEOUT_MS));
  }

  /** The highest head, up to five seconds old; undefined where no mainnet node answers within a second. */
  number(): Promise<number | undefined> {
    const nowMs = performance.now();
    if (this.#asked === undefined || nowMs - this.#asked.atMs >= REMEMBERED_MS)
      this.#asked = { atMs: nowMs, number: this.#ask() };
    return this.#asked.number;
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.close()));
  }

  async #ask(): Promise<number | undefined> {
    const heads = await Promise.all(this.#nodes.map((node) => headOf(node).catch(() => undefined)));
    const stated = heads.filter((head) => head !== undefined);
    return stated.length === 0 ? undefined : Math.max(...stated);
  }
}

async function headOf(node: JsonRpcEndpoint): Promise<number | undefined> {
  const [chain, head] = await Promise.all([node.call('eth_chainId'), node.call('eth_blockNumber')]);
  return Number(chain) === CHAIN_ID ? parseNumber(head as string, 'head') : undefined;
}
