import type { VerifiedBlock } from '../../domain/chain/record/block.js';

/** One family of chain records, and which blocks it covers. */
interface ChainFamily {
  readonly family: string;
  readonly covers: (block: VerifiedBlock) => boolean;
}

/** Families of kind `chain` in `/coverage`: blocks whose node did not give a family's records are outside that family's coverage. */
export const CHAIN_FAMILIES: readonly ChainFamily[] = [
  // Since Amsterdam: what these blocks leave is bound by their headers.
  { family: 'access_list', covers: ({ accessList }) => accessList !== undefined },
  // Blocks, transactions, receipts and logs: no block is appended without them.
  { family: 'blocks', covers: () => true },
  // Every call that failed, with its place: not all tracers list calls to precompiles.
  { family: 'failed_frames', covers: ({ precompileCalls }) => precompileCalls !== undefined },
  { family: 'frames', covers: ({ frames }) => frames !== undefined },
  // A block without ommers is covered; one with unknown ommer headers is not.
  { family: 'ommers', covers: ({ ommers }) => ommers !== undefined },
  { family: 'state_diff', covers: ({ stateChanges }) => stateChanges !== undefined },
];
