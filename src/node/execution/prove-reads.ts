import { ProofRefused } from '../../domain/chain/trie/state-proof.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import type { ExecutionNode } from './execution-node.js';

/** A read of anything but a call, at the end of a block with a number. */
export interface ProvenRead extends AnchoredStateRead {
  readonly block: number;
}

interface Asking {
  /** The node that gave a block, where it is known. */
  readonly giverOf: (block: number) => ExecutionNode | undefined;
  /** Is called for a proof that does not fit. */
  readonly onRefusal: (node: ExecutionNode, error: ProofRefused) => void;
}

/**
 * Words and codes that nodes prove, in the order of the reads; undefined where none does now. Where none does, and the node that gave the
 * block proves other state of it, or gives a proof that does not fit, the reason: it could hide a lie that way.
 */
export async function proveReads(
  nodes: readonly ExecutionNode[],
  reads: readonly ProvenRead[],
  { giverOf, onRefusal }: Asking,
): Promise<(Buffer | ProofRefused | undefined)[]> {
  const proven: (Buffer | ProofRefused | undefined)[] = reads.map(() => undefined);
  for (const node of nodes) {
    const open = [...reads.keys()].filter((at) => !Buffer.isBuffer(proven[at]));
    if (node.capabilities.proofs === 'none' || open.length === 0) continue;
    const answers = await node.prove(open.map((at) => reads[at]!));
    const shown = new Set<number>();
    for (const [index, at] of open.entries()) {
      const answer = answers[index]!;
      if (answer instanceof Error || !answer.isProven) continue;
      proven[at] = answer.output;
      shown.add(reads[at]!.block);
    }
    for (const [index, at] of open.entries()) {
      const { block } = reads[at]!;
      if (Buffer.isBuffer(proven[at]) || giverOf(block) !== node) continue;
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
