import { setTimeout } from 'node:timers/promises';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';
import { type NodeRefusal, SourceExhausted } from '../../node/rpc/node-refusal.js';

const PATIENCE_MS = 15_000;

/** The result of asking the configured nodes once. */
export interface NodeContact {
  /** Those that answered, with what they can give. */
  readonly nodes: ExecutionSource['capabilities'];
  /** Those that did not, and why. */
  readonly leftOut: readonly NodeRefusal[];
}

/**
 * Asks the nodes once what they are. A node that cannot be reached may come later. Throws `SourceExhausted`
 * when all serve another chain, because waiting would not help.
 */
export async function contactNodes(urls: readonly string[]): Promise<NodeContact> {
  const leftOut: NodeRefusal[] = [];
  const nodes = await Promise.race([
    askOnce(urls, leftOut),
    setTimeout(PATIENCE_MS, [] as const, { ref: false }),
  ]);
  return { nodes, leftOut };
}

async function askOnce(urls: readonly string[], leftOut: NodeRefusal[]): Promise<NodeContact['nodes']> {
  try {
    const source = await ExecutionSource.connect(urls, CHAIN_ID, (_, refusal) => leftOut.push(refusal));
    await source.close();
    return source.capabilities;
  } catch (error) {
    if (!(error instanceof SourceExhausted) || error.refusals.every(isOfAnotherChain)) throw error;
    return [];
  }
}

function isOfAnotherChain({ reason }: NodeRefusal): boolean {
  return reason.startsWith('serves chain ');
}
