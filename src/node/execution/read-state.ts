import { type AnchoredStateRead, isProvable } from './anchored-state-read.js';
import type { ExecutionNode } from './execution-node.js';
import { type StateReadOutcome, UNAVAILABLE } from './state-read-outcome.js';

const UNPROVEN = 'it does not prove this state, and STATE_PROOFS=required';

/**
 * Sends state reads to nodes; each next node gets only those still open. Nodes that give proofs are asked
 * first; then all nodes, whose word is trusted. A node whose proof of a read did not fit is not trusted with
 * that read.
 *
 * @param isProofRequired nothing is taken that a node only attests: reads that none proves must be retried, and calls, which
 * cannot be proven, are unavailable
 * @returns in order: `unavailable` where every node lacks the state; undefined where the read must be
 * retried, because a result could not be read or accepted
 */
export async function readState(
  nodes: readonly ExecutionNode[],
  reads: readonly AnchoredStateRead[],
  onRefusal: (node: ExecutionNode, error: Error) => void,
  isProofRequired = false,
): Promise<readonly (StateReadOutcome | undefined)[]> {
  const answers: (StateReadOutcome | undefined)[] = reads.map(() => UNAVAILABLE);
  const refused = new Map<ExecutionNode, Set<number>>(nodes.map((node) => [node, new Set()]));
  const open = new Set(reads.keys());
  const put = async (
    node: ExecutionNode,
    places: readonly number[],
    ask: (asked: readonly AnchoredStateRead[]) => Promise<(StateReadOutcome | Error)[]>,
  ): Promise<void> => {
    if (places.length === 0) return;
    const given = await ask(places.map((at) => reads[at]!));
    places.forEach((at, place) => {
      const answer = given[place]!;
      if (answer instanceof Error) {
        answers[at] = undefined;
        refused.get(node)!.add(at);
      } else if (answer.outcome !== 'unavailable') {
        answers[at] = answer;
        open.delete(at);
      }
    });
    // One error stands for all: a failing node fails every read alike.
    const failure = given.find((answer) => answer instanceof Error);
    if (failure) onRefusal(node, failure);
  };
  for (const node of nodes) {
    if (node.capabilities.proofs === 'none') continue;
    const provable = [...open].filter((at) => isProvable(reads[at]!));
    await put(node, provable, (asked) => node.prove(asked));
  }
  if (isProofRequired) {
    const isUnproven = (at: number): boolean => open.has(at) && isProvable(reads[at]!);
    if (!answers.some((_, at) => isUnproven(at))) return answers;
    for (const node of nodes) if (refused.get(node)!.size === 0) onRefusal(node, new Error(UNPROVEN));
    return answers.map((answer, at) => (isUnproven(at) ? undefined : answer));
  }
  for (const node of nodes) {
    const untried = [...open].filter((at) => !refused.get(node)!.has(at));
    await put(node, untried, (asked) => node.answer(asked));
  }
  return answers;
}
