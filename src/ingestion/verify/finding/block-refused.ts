/** Why a block was not accepted. Each reason is about the node's answer, never about the chain. */
export const REFUSAL_REASONS = [
  /** The node answered null, or something that is no block. */
  'no_block',
  /** A block of another number than the one asked for. */
  'wrong_number',
  /** A field is missing, is not what its name promises, or does not occur in this block's fork. */
  'malformed_field',
  /** The header does not hash to the hash the node states. */
  'header_hash',
  /** The block is of a fork that the schedule does not date, or that this version does not know. */
  'unknown_fork',
  /** A header field has a value that no block of its time can have. */
  'header_rule',
  /** The block names no parent but is not the chain's first, or is not the first block that is known. */
  'false_genesis',
  /** The block does not continue the chain it was asked for. */
  'wrong_parent',
  /** A header field does not follow from the parent's header. */
  'parent_rule',
  /** A transaction came as a bare hash, or without r, s and v, so that nothing about it can be checked. */
  'transaction_without_signature',
  'transactions_root',
  /** A transaction moves, or bids for gas, more wei than exists. */
  'amount',
  /** A transaction's stated hash is not that of its bytes. */
  'transaction_hash',
  /** A transaction's stated sender did not sign it. */
  'forged_sender',
  /** There are no receipts, or one of them is null. */
  'receipts_missing',
  /** The number of receipts is not that of the transactions. */
  'receipts_count',
  /** A receipt names another transaction than the one at its place. */
  'receipt_of_another_transaction',
  'receipts_root',
  /** A stated bloom is not that of the logs. */
  'logs_bloom',
  /** The block's gas is not the sum over its receipts; not compared since Amsterdam. */
  'gas_used',
  /** A receipt states a type, gasUsed, effectiveGasPrice or contractAddress other than the recomputed one. */
  'receipt_field',
  'withdrawals_root',
  /** The ommer headers, or their number, do not fit the header. */
  'ommers',
  /** The header's blob gas is not that of its transactions. */
  'blob_gas',
  /** The call frames do not belong to these transactions. */
  'frames',
  /** The state diffs do not belong to these transactions. */
  'state_changes',
  /** The access list is not the header's, or state diffs leave other values than the list. */
  'access_list',
  /** The genesis file states accounts whose root is not the block's state root. */
  'allocation',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Verification did not accept a block; nothing of it may be stored. */
export class BlockRefused extends Error {
  override readonly name = 'BlockRefused';

  /**
   * @param blockNumber the number asked for, or the one stated; absent when neither is known
   * @param details what was compared, as plain values fit for a log line
   */
  constructor(
    readonly reason: RefusalReason,
    readonly blockNumber: number | undefined,
    readonly details: Readonly<Record<string, string | number>> = {},
  ) {
    super(`block ${blockNumber ?? 'of unknown number'} refused: ${reason} ${JSON.stringify(details)}`);
  }
}
