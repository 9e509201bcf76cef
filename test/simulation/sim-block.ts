import type { Hash } from '../../src/domain/chain/hex.js';
import type { HeaderJson } from './header.js';
import type { RunTransaction } from './transaction-run.js';

export interface LogJson {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly [field: string]: unknown;
}

export interface ReceiptJson {
  readonly transactionHash: string;
  readonly cumulativeGasUsed: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly contractAddress: string | null;
  readonly status?: string;
  readonly root?: string;
  readonly type: string;
  readonly logsBloom: string;
  readonly logs: readonly LogJson[];
  readonly [field: string]: unknown;
}

export interface TransactionJson {
  readonly hash: Hash;
  readonly from: string;
  readonly to: string | null;
  readonly type: string;
  readonly nonce: string;
  readonly gas: string;
  readonly gasPrice: string;
  readonly value: string;
  readonly input: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  readonly maxFeePerBlobGas?: string;
  readonly blobVersionedHashes?: readonly string[];
  readonly accessList?: readonly { readonly address: string; readonly storageKeys: readonly string[] }[];
  readonly authorizationList?: readonly unknown[];
  readonly [field: string]: unknown;
}

export interface WithdrawalJson {
  readonly index: string;
  readonly validatorIndex: string;
  readonly address: string;
  /** In gwei. */
  readonly amount: string;
}

export interface BlockJson extends HeaderJson {
  readonly hash: string;
  readonly transactions: readonly TransactionJson[];
  readonly uncles: readonly string[];
  readonly withdrawals?: readonly WithdrawalJson[];
}

/** A block of the simulated chain, with everything that its node knows about it. */
export interface SimBlock {
  readonly number: number;
  readonly hash: string;
  readonly json: BlockJson;
  readonly receipts: readonly ReceiptJson[];
  readonly ommers: readonly (HeaderJson & { readonly hash: string })[];
  readonly runs: readonly RunTransaction[];
}
