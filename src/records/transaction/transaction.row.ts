import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
/** One transaction as stored, in the form JSON carries: bytes as `0x` hex, amounts as decimal text. */
export interface TransactionRow {
  readonly txIndex: number;
  readonly hash: Hash;
  /** EIP-2718 type. */
  readonly type: number;
  readonly from: Address;
  /** Null on a creation. */
  readonly to: Address | null;
  /** Address a creation deploys to, whether or not it succeeded; null otherwise. */
  readonly contractAddress: Address | null;
  /** Wei. */
  readonly value: string;
  readonly nonce: number;
  readonly gasLimit: string;
  readonly gasUsed: string;
  /** Wei. */
  readonly effectiveGasPrice: string;
  /** Wei; null where the transaction type has none, like the next two. */
  readonly maxFeePerGas: string | null;
  readonly maxPriorityFeePerGas: string | null;
  readonly maxFeePerBlobGas: string | null;
  /** PostgreSQL array text of `bytea`; null unless a blob transaction. */
  readonly blobVersionedHashes: Hash | null;
  readonly accessListSize: number | null;
  readonly authorizationCount: number | null;
  readonly inputSize: number;
  /** First four bytes of the input, fewer where it is shorter. */
  readonly inputStart: Hex;
  /** 1 success, 0 failure; null where it is not known. */
  readonly status: number | null;
  readonly logCount: number;
}

/** Fields of the block that a transaction's record needs. */
export interface TransactionBlock {
  readonly blockNumber: number;
  readonly blockHash: Hash;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Wei; null before London. */
  readonly baseFeePerGas: string | null;
  /** Wei; null before Cancun. */
  readonly blobBaseFee: string | null;
}
