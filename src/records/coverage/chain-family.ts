import type { VerifiedBlock } from '../../domain/chain/record/block.js';

/** One family of chain records, and which blocks it covers. */
interface ChainFamily {
  readonly family: string;
  readonly covers: (block: VerifiedBlock) => boolean;
}

/**
 * Families of kind `chain` in `/coverage`. A block is in the coverage of a family if its node gave the
 * family's records.
 */
export const CHAIN_FAMILIES: readonly ChainFamily[] = [
  // Since Amsterdam: the header binds the state that these blocks leave.
  { family: 'access_list', covers: ({ accessList }) => accessList !== undefined },
  // Blocks, transactions, receipts and logs: no block is appended without them.
  { family: 'blocks', covers: () => true },
  // Every call that failed, with its place: not all tracers list calls to precompiles.
  { family: 'failed_frames', covers: ({ precompileCalls }) => precompileCalls !== undefined },
  { family: 'frames', covers: ({ frames }) => frames !== undefined },
  // A block without ommers is covered; a block whose ommer headers are unknown is not.
  { family: 'ommers', covers: ({ ommers }) => ommers !== undefined },
  { family: 'state_diff', covers: ({ stateChanges }) => stateChanges !== undefined },
];
