import type { StateProofs } from '../../platform/config/environment-variables.js';
import { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { nodeName } from '../rpc/node-name.js';
import { type NodeRefusal, type RefusalListener, reasonOf, SourceExhausted } from '../rpc/node-refusal.js';
import { type NodeCapabilities, probeCapabilities } from './capabilities.js';
import { ExecutionNode } from './execution-node.js';

/** A node and what it can give. */
export interface FoundNode {
  /** May carry credentials. */
  readonly url: string;
  readonly capabilities: NodeCapabilities;
}

interface ReachedNodes {
  /** At least one. */
  readonly reached: readonly ExecutionNode[];
  /** URLs of the others; they may carry credentials. */
  readonly unreached: readonly string[];
}

/**
 * Connects to nodes by URL and probes what they can give. Nodes that cannot be reached, or that serve another
 * chain, are reported and left out.
 * @throws SourceExhausted when none is left
 */
export async function reachNodes(
  urls: readonly string[],
  chainId: number,
  onRefusal: RefusalListener,
  proofs: StateProofs,
): Promise<ReachedNodes> {
  const refusals: NodeRefusal[] = [];
  const nodes = await Promise.all(
    urls.map(async (url) => {
      const endpoint = new JsonRpcEndpoint(url, nodeName(url));
      try {
        const found = await probeCapabilities(endpoint);
        const capabilities = proofs === 'none' ? { ...found, proofs } : found;
        if (capabilities.chainId === chainId) return new ExecutionNode(endpoint, capabilities);
        throw new Error(`serves chain ${capabilities.chainId}, not ${chainId}`);
      } catch (error) {
        const refusal = { node: endpoint.name, reason: reasonOf(error) };
        refusals.push(refusal);
        onRefusal('connect', refusal);
        await endpoint.close();
        return undefined;
      }
    }),
  );
  const reached = nodes.filter((node) => node !== undefined);
  if (reached.length === 0) throw new SourceExhausted('no execution node can be used', refusals);
  const unreached = urls.filter((_, at) => nodes[at] === undefined);
  return { reached, unreached };
}

/** Nodes that another thread or process has probed, with the capabilities found there. */
export function foundNodes(found: readonly FoundNode[]): readonly ExecutionNode[] {
  return found.map(
    ({ url, capabilities }) => new ExecutionNode(new JsonRpcEndpoint(url, nodeName(url)), capabilities),
  );
}
