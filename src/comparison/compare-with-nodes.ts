import type { Verification } from '../verifier/verify-bundle.js';
import type { CallVerification } from '../verifier/witness/verify-call.js';
import { beaconHash } from './beacon-hash.js';
import { type Comparison, compareBlocks, type HashAt } from './compare-blocks.js';
import { comparedBlocks } from './compared-block.js';
import { executionHash } from './execution-hash.js';
import { OwnNode } from './own-node.js';

/** Nodes of the reader, by URL. */
export interface OwnNodes {
  /** JSON-RPC of an execution node. */
  readonly rpc?: string;
  /** Beacon API of a consensus node. */
  readonly beacon?: string;
}

export interface Compared {
  /** One line for each node. */
  readonly lines: readonly string[];
  /** 17 if a node has another block, 18 if a block could not be compared, else 0. */
  readonly exitCode: number;
}

const DIFFERS = 17;
const NOT_COMPARED = 18;

/** A node, and the option that named it. */
interface NamedNode {
  readonly option: string;
  readonly name: string;
  readonly hashAt: HashAt;
}

/**
 * The nodes that a reader names by options.
 *
 * @param gloasSlot first slot of Gloas, where its time is known
 * @throws Error for text that is no HTTP URL
 */
export function namedNodes({ rpc, beacon }: OwnNodes, gloasSlot?: number): NamedNode[] {
  const named = (option: string, url: string, ask: (node: OwnNode) => HashAt): NamedNode => {
    const node = new OwnNode(url);
    return { option, name: node.name, hashAt: ask(node) };
  };
  return [
    ...(rpc === undefined ? [] : [named('rpc', rpc, executionHash)]),
    ...(beacon === undefined ? [] : [named('beacon', beacon, (node) => beaconHash(node, gloasSlot))]),
  ];
}

/**
 * Compares the blocks of a verified bundle with those of nodes that its reader trusts. A bundle that was not
 * verified gives no lines.
 */
export async function compareWithNodes(
  verification: Verification | CallVerification,
  nodes: readonly NamedNode[],
): Promise<Compared> {
  if (verification.outcome !== 'verified' && verification.outcome !== 'verified call')
    return { lines: [], exitCode: 0 };
  const blocks = comparedBlocks(verification);
  const lines: string[] = [];
  const statuses = new Set<number>();
  for (const { option, name, hashAt } of nodes) {
    const comparison = await compareBlocks(blocks, hashAt);
    lines.push(`${option.padEnd(8)}  ${lineOf(name, comparison)}`.replace(/[^\x20-\x7e]/g, '?'));
    statuses.add(statusOf(comparison));
  }
  return { lines, exitCode: [DIFFERS, NOT_COMPARED].find((status) => statuses.has(status)) ?? 0 };
}

function statusOf({ differing, unanswered }: Comparison): number {
  if (differing.length > 0) return DIFFERS;
  return unanswered.length > 0 ? NOT_COMPARED : 0;
}

function lineOf(node: string, { agreed, differing, unanswered }: Comparison): string {
  const [other] = differing;
  if (other !== undefined)
    return `DIFFERS       ${node} has another block ${other.block.number}: ${other.found}`;
  const [open] = unanswered;
  if (open !== undefined)
    return `not compared  ${node}, block ${open.block.number}: ${open.reason}${agreed > 0 ? `; it has ${agreed} of the blocks` : ''}`;
  return `agrees        ${node} has ${agreed === 1 ? 'this block' : `these ${agreed} blocks`}`;
}
