import type { SourcedBlock } from '../../kernel/chain/rpc-block.js';
import { type NodeCapabilities, probeCapabilities } from './capabilities.js';
import { ExecutionNode, type StatedHead } from './execution-node.js';
import { JsonRpcEndpoint } from './json-rpc-endpoint.js';
import { NodeUnreachable } from './node-errors.js';

/** Why one node's answer about a block was not taken. */
export interface NodeRefusal {
  readonly node: string;
  readonly reason: string;
}

/** Every node was asked, several times, and none gave an answer that could be taken. */
export class SourceExhausted extends Error {
  override readonly name = 'SourceExhausted';
  constructor(
    readonly what: string,
    readonly refusals: readonly NodeRefusal[],
  ) {
    super(`${what}: ${[...new Set(refusals.map(({ node, reason }) => `${node}: ${reason}`))].join('; ')}`);
  }
}

export type RefusalListener = (what: string, refusal: NodeRefusal) => void;

const ROUNDS = 4;
const FIRST_PAUSE_MS = 100;

/**
 * Several execution nodes behind one: asks the one that answered last, and moves on to the next when an answer is refused, with a
 * growing pause after each round. Whether an answer is acceptable is the caller's to say; a refused one leaves no trace but its reason.
 */
export class ExecutionSource {
  #preferred = 0;

  constructor(
    readonly nodes: readonly ExecutionNode[],
    private readonly onRefusal: RefusalListener = () => undefined,
  ) {
    if (nodes.length === 0) throw new RangeError('an execution source needs a node');
  }

  /**
   * Connects to nodes by URL and asks what they can give. Nodes that cannot be reached now are left out; throws `SourceExhausted`
   * when none is left. Throws a plain error for a node of another chain: that is a mistake to mend, not to work round.
   */
  static async connect(
    urls: readonly string[],
    chainId: number,
    onRefusal?: RefusalListener,
  ): Promise<ExecutionSource> {
    const nodes: ExecutionNode[] = [];
    const refusals: NodeRefusal[] = [];
    for (const url of urls) {
      const endpoint = new JsonRpcEndpoint(url, nodeName(url));
      try {
        const capabilities = await probeCapabilities(endpoint);
        if (capabilities.chainId !== chainId) {
          throw new Error(`${endpoint.name} serves chain ${capabilities.chainId}, not ${chainId}`);
        }
        nodes.push(new ExecutionNode(endpoint, capabilities));
      } catch (error) {
        await endpoint.close();
        if (!(error instanceof NodeUnreachable)) throw error;
        const refusal = { node: endpoint.name, reason: error.why };
        refusals.push(refusal);
        onRefusal?.('connect', refusal);
      }
    }
    if (nodes.length === 0) throw new SourceExhausted('no execution node can be reached', refusals);
    return new ExecutionSource(nodes, onRefusal);
  }

  get capabilities(): readonly { readonly name: string; readonly capabilities: NodeCapabilities }[] {
    return this.nodes.map(({ name, capabilities }) => ({ name, capabilities }));
  }

  head(): Promise<StatedHead> {
    return this.ask('head', (node) => node.head());
  }

  finalized(): Promise<StatedHead | undefined> {
    return this.ask('finalized block', (node) => node.finalized());
  }

  hashAt(number: number): Promise<string | undefined> {
    return this.ask(`hash of block ${number}`, (node) => node.hashAt(number));
  }

  /** A block that `accept` takes: it throws to refuse, and its result is what is returned. */
  block<T>(number: number, settled: boolean, accept: (sourced: SourcedBlock) => T): Promise<T> {
    return this.ask(`block ${number}`, async (node) => accept(await node.block(number, settled)));
  }

  /** Runs a question against the nodes in turn until one answer stands; throws `SourceExhausted`. */
  async ask<T>(what: string, question: (node: ExecutionNode) => Promise<T>): Promise<T> {
    const refusals: NodeRefusal[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (let turn = 0; turn < this.nodes.length; turn++) {
        const index = (this.#preferred + turn) % this.nodes.length;
        const node = this.nodes[index]!;
        try {
          const answer = await question(node);
          this.#preferred = index;
          return answer;
        } catch (error) {
          const refusal = { node: node.name, reason: reasonOf(error) };
          refusals.push(refusal);
          this.onRefusal(what, refusal);
        }
      }
      if (round < ROUNDS - 1)
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 4 ** round));
    }
    throw new SourceExhausted(what, refusals);
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
  }
}

/** Host and port of a node: what may be shown of a URL that can carry a key. */
export function nodeName(url: string): string {
  return new URL(url).host;
}

function reasonOf(error: unknown): string {
  if (error instanceof NodeUnreachable) return error.why;
  return error instanceof Error ? error.message : 'not an error';
}
