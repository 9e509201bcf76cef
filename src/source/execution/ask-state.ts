import type { ExecutionNode } from './execution-node.js';
import { type StateAnswer, UNAVAILABLE } from './state-answer.js';
import type { StateQuestion } from './state-question.js';

/**
 * Puts questions about state to nodes, each next one only what those before it left open.
 *
 * @returns in the order asked: `unavailable` where every node says that it has no such state; nothing where the answer of one of them
 * could not be had or taken, so that it has to be asked for again
 */
export async function askState(
  nodes: readonly ExecutionNode[],
  questions: readonly StateQuestion[],
  onRefusal: (node: ExecutionNode, error: Error) => void,
): Promise<readonly (StateAnswer | undefined)[]> {
  const answers: (StateAnswer | undefined)[] = questions.map(() => UNAVAILABLE);
  let open = questions.map((_, at) => at);
  for (const node of nodes) {
    if (open.length === 0) break;
    const given = await node.answer(open.map((at) => questions[at]!));
    open = open.filter((at, place) => {
      const answer = given[place]!;
      if (answer instanceof Error) answers[at] = undefined;
      else if (answer.outcome !== 'unavailable') answers[at] = answer;
      return answer instanceof Error || answer.outcome === 'unavailable';
    });
    // One stands for all: a node that fails fails a hundred questions alike.
    const failure = given.find((answer) => answer instanceof Error);
    if (failure) onRefusal(node, failure);
  }
  return answers;
}
