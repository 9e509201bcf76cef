import type { ForkSchedule } from '../domain/chain/protocol/fork-schedule.js';
import { parseRef } from '../domain/chain/record/evidence-ref.js';
import { executionFork } from '../state/execution/run/execution-fork.js';
import { gatherWitness } from '../state/witness/gather-witness.js';
import { witnessedCallOf } from '../state/witness/witnessed-call.js';
import type { BundledViewResult, BundledWitness } from '../verifier/bundle/witness.schema.js';
import type { ChainEvidenceSource } from './chain-evidence-source.js';
import { bundledResult, bundledWitness } from './make-call-bundle.js';

/** Calls of one block that were executed over proofs, as a bundle holds them. */
export interface ExecutedBlock {
  readonly witness: BundledWitness;
  /** By ref, ascending; calls without a witness are left out. */
  readonly results: readonly (readonly [ref: string, BundledViewResult])[];
}

/** The forks of the chain, and the published forks by which readers of bundles execute. */
export interface KnownForks {
  readonly own: ForkSchedule;
  readonly published: ForkSchedule;
}

/**
 * Executes view calls at the end of a stored block, over state that nodes prove.
 *
 * @returns undefined where no call has its state proven, or the bundle's reader would execute by the rules of
 * another fork
 */
export async function executeBlock(
  refs: Iterable<string>,
  number: number,
  { own, published }: KnownForks,
  source: ChainEvidenceSource,
): Promise<ExecutedBlock | undefined> {
  const { header } = (await source.blockAt(number))!.block;
  if (executionFork(own, header).name !== executionFork(published, header).name) return undefined;
  const asked = [...refs].sort();
  const calls = asked.map((ref) => witnessedCallOf(parseRef(ref)!));
  const views = await gatherWitness(header, calls, published, source.witnessSource(header));
  const results = views.results.flatMap((result, at) =>
    typeof result === 'string' ? [] : [[asked[at]!, bundledResult(result)] as const],
  );
  return results.length === 0 ? undefined : { witness: bundledWitness(views), results };
}
