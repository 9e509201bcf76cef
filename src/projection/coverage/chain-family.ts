import type { VerifiedBlock } from '../../kernel/chain/block.js';

/** One family of chain records, and which blocks it covers. */
interface ChainFamily {
  readonly family: string;
  readonly covers: (block: VerifiedBlock) => boolean;
}

/** What `/coverage` lists as kind `chain`: a node that cannot give a family's records leaves its blocks out of that family. */
export const CHAIN_FAMILIES: readonly ChainFamily[] = [
  // Blocks, transactions, receipts and logs: no block is appended without them.
  { family: 'blocks', covers: () => true },
  // Every call that failed, with its place: not all tracers list calls to precompiles.
  { family: 'failed_frames', covers: ({ precompileCalls }) => precompileCalls !== undefined },
  { family: 'frames', covers: ({ frames }) => frames !== undefined },
  // A block without ommers is covered; one whose ommer headers nobody could give is not.
  { family: 'ommers', covers: ({ ommers }) => ommers !== undefined },
  { family: 'state_diff', covers: ({ stateChanges }) => stateChanges !== undefined },
];
