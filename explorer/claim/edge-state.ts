import { type ClaimState, type Families, stateOfAbsent } from './coverage.js';
import { holdsAt } from './interval.js';
import type { Edge } from './relation-graph.js';

/**
 * The state of a listed relation at a block. That it ended does not show that it does not hold: its subject may
 * be undecided since then.
 *
 * @param block undefined for the newest
 * @param open by address what is unknown about it, as in `Held`; only addresses that were asked about
 */
export function stateOfEdge(
  edge: Edge,
  block: number | undefined,
  coverage: Families | undefined,
  open: ReadonlyMap<string, readonly string[]>,
): ClaimState {
  if (holdsAt(edge, block)) return 'proven';
  const ofSubject = open.get(edge.subject);
  return ofSubject === undefined ? 'unknown' : stateOfAbsent(edge.attributeId, block, coverage, ofSubject);
}
