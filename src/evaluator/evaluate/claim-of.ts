import { hash } from 'node:crypto';
import type { Address } from '../../domain/chain/hex.js';
import type { Run } from '../model/run.js';
import type { StateView } from '../model/state-view.js';
import type { ProvenClaim } from './evaluation.js';
import type { FamilyPlan } from './family-plan.js';

/**
 * The claim of a family that holds, with its proof.
 *
 * @param runs runs for one object, ascending by key; exactly one unless the family has keys
 */
export function claimOf(
  plan: FamilyPlan,
  subject: Address,
  runs: readonly Run[],
  view: StateView,
): ProvenClaim {
  const [{ object }] = runs as [Run];
  const value = joinedValue(runs);
  const referenceBlock = largestStart(runs, view.rangeStart);
  const canonical = plan.writeProof({
    subject,
    object,
    value,
    runs,
    referenceBlock,
    referenceBlockHash: view.blockHash(referenceBlock),
  });
  return {
    ...(object !== undefined && { object }),
    ...(value !== undefined && { value }),
    referenceBlock,
    proofHash: `sha256:${hash('sha256', canonical)}`,
    canonical,
  };
}

function joinedValue(runs: readonly Run[]): string | undefined {
  if (runs.length === 1) return runs[0]!.value;
  const values = new Set<string>();
  for (const { value } of runs) if (value !== undefined) values.add(value);
  return values.size === 0 ? undefined : [...values].sort().join(',');
}

function largestStart(runs: readonly Run[], rangeStart: number): number {
  let largest = rangeStart;
  for (const { outcomes } of runs)
    for (const { start } of outcomes) if (start !== undefined && start > largest) largest = start;
  return largest;
}
