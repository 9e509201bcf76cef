import type { Address, Hash } from '../../domain/chain/hex.js';
/** One block as stored, in the form JSON carries: bytes as `0x` hex, amounts and gas as decimal text. */
export interface BlockRow {
  readonly number: number;
  readonly hash: Hash;
  readonly parentHash: Hash;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly feeRecipient: Address;
  readonly stateRoot: Hash;
  readonly transactionsRoot: string;
  readonly receiptsRoot: string;
  readonly gasLimit: string;
  readonly gasUsed: string;
  /** Wei; null before London. */
  readonly baseFeePerGas: string | null;
  /** Wei; null before Cancun. */
  readonly blobBaseFee: string | null;
  /** Null before Cancun. */
  readonly blobGasUsed: string | null;
  /** Null before Cancun. */
  readonly excessBlobGas: string | null;
  readonly difficulty: string;
  readonly extraData: string;
  readonly ommerCount: number;
  readonly txCount: number;
  readonly contractCreationCount: number;
  readonly blobTxCount: number;
  readonly withdrawalCount: number;
  readonly totalWithdrawalGwei: string;
  /** Wei. */
  readonly totalValue: string;
  /** Wei: gas used times effective price over all transactions, without blob fees. */
  readonly totalGasFees: string;
  readonly logCount: number;
  /** Null while the success of a transaction is unknown. */
  readonly successfulTxCount: number | null;
  /** Null together with `successfulTxCount`. */
  readonly failedTxCount: number | null;
  /** Null without a state diff or ommers. */
  readonly uniqueAddressCount: number | null;
}
