import type { Address } from '../../domain/chain/hex.js';
import type { StateWitness } from '../witness/proven-state.js';

/** A view call to be executed over proofs alone. */
export interface WitnessTask {
  readonly to: Address;
  readonly data: Uint8Array;
  /** RLP of the header of the block. */
  readonly header: Uint8Array;
  /** RLP of the headers of the blocks before, newest first, as many as the call may need. */
  readonly ancestors: readonly Uint8Array[];
  /** Trie nodes and codes, at least those that the call reads. */
  readonly state: StateWitness;
}
