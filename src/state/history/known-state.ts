/**
 * What supports a value: `proven`, a proof against a state root, or the access lists of all blocks since its last write; `changes`, the state
 * changes of covered blocks; `attested`, what a node says of a block.
 */
export type Support = 'proven' | 'changes' | 'attested';

/** Why a value at the end of a block is not known. */
export type UnknownReason =
  /** The block is in a gap, or above the head. */
  | 'block_not_stored'
  /** The block is stored without state changes. */
  | 'no_state_changes'
  /** For a balance: the ommers of the block are not known, and rewards for ommers are part of balances. */
  | 'no_ommers'
  /** A projection is folding the log, so its tables lack blocks. */
  | 'projection_behind'
  /** No block of the covered range wrote it up to then, and no later change or recorded answer gives what it was. */
  | 'not_written_in_range'
  /** The protocol itself writes the slots of the contract, outside of transactions, and the block has no access list. */
  | 'system_contract'
  /** Nodes were asked, and none has the state of `askAt`. */
  | 'no_history'
  /** A proof contradicts the state changes of the covered blocks, an earlier proof, or what a node attests. */
  | 'contradicted';

/** A value at the end of a block, and the blocks in which it is known to be the same. */
export interface KnownState<Value> {
  readonly known: true;
  readonly value: Value;
  readonly support: Support;
  /**
   * The block whose state root proves the value. That no other block of the interval wrote it is the word of
   * the nodes that gave those blocks. Absent where access lists show it.
   */
  readonly provenAt?: number;
  /** The block that last wrote it, or the first of the covered range. */
  readonly since: number;
  /** The last block before it is written again, or the last of the covered range. */
  readonly through: number;
  /** The next block that writes it, perhaps the same value again; absent where the covered range ends before. */
  readonly nextChange?: number;
}

export interface UnknownState {
  readonly known: false;
  readonly reason: UnknownReason;
  /**
   * The newest covered block at whose end the value is still the same: the one to ask a node about. Absent
   * where asking does not help.
   */
  readonly askAt?: number;
  /** The next block of the covered range that writes it. */
  readonly nextChange?: number;
}

export type StateAnswer<Value> = KnownState<Value> | UnknownState;
