import { SLOT_NAMES } from '../../definition/model/fact-source.js';
import { readAnyCatalog } from '../../definition/read-definitions.js';
import { slotOf } from '../../engine/model/slots.js';
import { NamedSlots } from '../../engine/store/named-slots.js';
import { ClaimProver } from '../../ingestion/prove/claim-prover.js';
import { type ClaimedState, describePlace, type PlaceAt } from '../../ingestion/prove/claimed-state.js';
import type { Prove } from '../../ingestion/prove/state-comparison.js';
import type { ExecutionSource } from '../../node/execution/execution-source.js';
import type { StateProofs } from '../../platform/config/environment-variables.js';
import type { Logger } from '../../platform/log/logger.js';

const MOST_NAMED = 8;

/** Compares the state that claims rest on with what these nodes prove; undefined where they are not asked. */
export function claimProver(
  source: ExecutionSource,
  claimed: ClaimedState,
  proofs: StateProofs,
  onContradicted: (places: readonly PlaceAt[]) => void,
  onCompared: (proven: number, unproven: number) => void = () => undefined,
): ClaimProver | undefined {
  if (proofs === 'none') return undefined;
  const isRequired = proofs === 'required';
  const slots = new Set(SLOT_NAMES.map(slotOf));
  const named = new NamedSlots(readAnyCatalog());
  const prove: Prove = (reads) => source.prove(reads);
  return new ClaimProver({ claimed, slots, named, onContradicted, onCompared, prove, isRequired });
}

export function noteContradicted(logger: Logger, places: readonly PlaceAt[]): void {
  const named = places.slice(0, MOST_NAMED).map(describePlace).join(', ');
  logger.error(`proofs contradict ${places.length} values of stored blocks: ${named}`);
}
