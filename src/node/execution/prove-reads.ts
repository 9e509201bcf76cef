import { ProofRefused } from '../../domain/chain/trie/state-proof.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import type { ExecutionNode } from './execution-node.js';
import type { StateReadOutcome } from './state-read-outcome.js';

/** A read other than a call, at the end of a numbered block. */
export interface ProvenRead extends AnchoredStateRead {
  readonly block: number;
}

/** A word of 32 bytes or a code that a node proves, with the trie nodes that prove it, if they are kept. */
export type ProvenValue = Pick<StateReadOutcome, 'output' | 'nodes'>;

/** Undefined where nothing is proven; the reason where the node that gave the block may hide a lie. */
export type Proof = ProvenValue | ProofRefused | undefined;

export const isProven = (proof: Proof): proof is ProvenValue =>
  proof !== undefined && !(proof instanceof ProofRefused);

interface Asking {
  /** The node that gave a block, where it is known. */
  readonly giverOf: (block: number) => ExecutionNode | undefined;
  /** Called for a proof that does not fit. */
  readonly onRefusal: (node: ExecutionNode, error: ProofRefused) => void;
}

/**
 * Words and codes that nodes prove, in the order of the reads; undefined where no node does now. If the node
 * that gave the block proves other state of it but not this, or gives a proof that does not fit, the result
 * is a `ProofRefused`: the node may hide a lie that way.
 */
export async function proveReads(
  nodes: readonly ExecutionNode[],
  reads: readonly ProvenRead[],
  { giverOf, onRefusal }: Asking,
): Promise<Proof[]> {
  const proven: Proof[] = reads.map(() => undefined);
  for (const node of nodes) {
    const open = [...reads.keys()].filter((at) => !isProven(proven[at]));
    if (node.capabilities.proofs === 'none' || open.length === 0) continue;
    const answers = await node.prove(open.map((at) => reads[at]!));
    const shown = new Set<number>();
    for (const [index, at] of open.entries()) {
      const answer = answers[index]!;
      if (answer instanceof Error || !answer.isProven) continue;
      proven[at] = answer;
      shown.add(reads[at]!.block);
    }
    for (const [index, at] of open.entries()) {
      const { block } = reads[at]!;
      if (isProven(proven[at]) || giverOf(block) !== node) continue;
      const answer = answers[index]!;
      if (answer instanceof ProofRefused) proven[at] = answer;
      else if (shown.has(block))
        proven[at] = new ProofRefused('it proves other state of the block, and not this');
    }
    const refused = answers.find((answer) => answer instanceof ProofRefused);
    if (refused) onRefusal(node, refused);
  }
  return proven;
}
