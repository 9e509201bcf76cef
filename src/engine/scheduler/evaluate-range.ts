import type { Definition } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { evaluate, UNDECIDED } from '../../evaluator/evaluate/evaluate.js';
import type { ProvenClaim } from '../../evaluator/evaluate/evaluation.js';
import type { EvaluatedSpan } from '../segments/diff-segments.js';
import { reuseEqualClaims } from '../segments/reuse-equal-claims.js';
import type { SegmentBound } from '../segments/segment-bound.js';
import type { EvaluationTrace } from './evaluation-trace.js';
import type { SubjectCache } from './subject-cache.js';
import { TrackedStateView } from './tracked-state-view.js';

/**
 * Evaluates a subject at `from` and at every later block of the range at which a value that the evaluation read may differ.
 *
 * @param bound of the definition and the subject, with what begins before `from`
 * @param trace empty; collects needs, dependencies and state reads
 * @returns spans without gaps, from `from` to the end of the range; undefined where the trace has needs
 */
export function evaluateRange(
  definition: Definition,
  subject: Address,
  cache: SubjectCache,
  range: BlockRange,
  from: number,
  bound: SegmentBound,
  trace: EvaluationTrace,
): readonly EvaluatedSpan[] | undefined {
  const spans: EvaluatedSpan[] = [];
  let before: readonly ProvenClaim[] = [];
  const view = new TrackedStateView(cache, subject, range, trace);
  for (let block = from; block <= range.toBlock && !bound.isOver; ) {
    view.goTo(block);
    const evaluation = evaluate(definition, subject, view);
    const to = Math.min(view.next - 1, range.toBlock);
    // Goes on where something is missing, so that what later blocks need is loaded together with it.
    if (trace.needs.isEmpty) {
      bound.count(evaluation.claims);
      if (bound.isOver) break;
      const claims = before.length === 0 ? evaluation.claims : reuseEqualClaims(evaluation.claims, before);
      const isNew = claims === evaluation.claims;
      spans.push({ from: block, to, evaluation: isNew ? evaluation : { ...evaluation, claims } });
      before = claims;
    }
    block = to + 1;
  }
  if (!trace.needs.isEmpty) return undefined;
  const over = (spans.at(-1)?.to ?? from - 1) + 1;
  if (over <= range.toBlock) spans.push({ from: over, to: range.toBlock, evaluation: UNDECIDED });
  return spans;
}
