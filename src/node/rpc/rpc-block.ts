import type { Frame, PrecompileCall, StateChange } from '../../domain/chain/record/block.js';

/** JSON-RPC hex text as the node sent it: unchecked, any letter case. */
export type RpcHex = string;

export interface RpcAuthorization {
  readonly chainId: RpcHex;
  readonly address: RpcHex;
  readonly nonce: RpcHex;
  readonly yParity?: RpcHex;
  readonly v?: RpcHex;
  readonly r: RpcHex;
  readonly s: RpcHex;
}

export interface RpcTransaction {
  readonly hash: RpcHex;
  readonly type?: RpcHex;
  readonly from: RpcHex;
  readonly to?: RpcHex | null;
  readonly nonce: RpcHex;
  readonly value: RpcHex;
  readonly gas: RpcHex;
  readonly gasPrice?: RpcHex;
  readonly maxFeePerGas?: RpcHex;
  readonly maxPriorityFeePerGas?: RpcHex;
  readonly maxFeePerBlobGas?: RpcHex;
  readonly blobVersionedHashes?: readonly RpcHex[];
  readonly accessList?: readonly { readonly address: RpcHex; readonly storageKeys: readonly RpcHex[] }[];
  readonly authorizationList?: readonly RpcAuthorization[];
  readonly chainId?: RpcHex;
  readonly input: RpcHex;
  readonly v?: RpcHex;
  readonly yParity?: RpcHex;
  readonly r?: RpcHex;
  readonly s?: RpcHex;
}

export interface RpcHeader {
  readonly hash: RpcHex;
  readonly parentHash: RpcHex;
  readonly sha3Uncles: RpcHex;
  readonly miner: RpcHex;
  readonly stateRoot: RpcHex;
  readonly transactionsRoot: RpcHex;
  readonly receiptsRoot: RpcHex;
  /** Missing in some recordings; then only the header hash checks the bloom of the receipts. */
  readonly logsBloom?: RpcHex;
  readonly difficulty?: RpcHex;
  readonly number: RpcHex;
  readonly gasLimit: RpcHex;
  readonly gasUsed: RpcHex;
  readonly timestamp: RpcHex;
  readonly extraData: RpcHex;
  readonly mixHash?: RpcHex;
  readonly nonce?: RpcHex;
  readonly baseFeePerGas?: RpcHex;
  readonly withdrawalsRoot?: RpcHex;
  readonly blobGasUsed?: RpcHex;
  readonly excessBlobGas?: RpcHex;
  readonly parentBeaconBlockRoot?: RpcHex;
  readonly requestsHash?: RpcHex;
  readonly blockAccessListHash?: RpcHex;
  /** Name of `blockAccessListHash` in geth's first versions with Amsterdam. */
  readonly balHash?: RpcHex;
  readonly slotNumber?: RpcHex;
}

export interface RpcWithdrawal {
  readonly index: RpcHex;
  readonly validatorIndex: RpcHex;
  readonly address: RpcHex;
  readonly amount: RpcHex;
}

export interface RpcBlock extends RpcHeader {
  readonly transactions: readonly (RpcTransaction | RpcHex)[];
  readonly uncles: readonly RpcHex[];
  readonly withdrawals?: readonly RpcWithdrawal[];
}

export interface RpcLog {
  readonly address: RpcHex;
  readonly topics: readonly RpcHex[];
  readonly data: RpcHex;
}

export interface RpcReceipt {
  readonly transactionHash: RpcHex;
  readonly type?: RpcHex;
  readonly status?: RpcHex;
  /** Post-state root; before Byzantium. */
  readonly root?: RpcHex;
  readonly cumulativeGasUsed: RpcHex;
  readonly gasUsed?: RpcHex;
  readonly effectiveGasPrice?: RpcHex;
  readonly contractAddress?: RpcHex | null;
  readonly logsBloom?: RpcHex;
  readonly logs: readonly RpcLog[];
}

/** A frame in normal form, not yet fitted to its transaction. */
export interface SourcedFrame extends Frame {
  /**
   * On the root, where the tracer gives logs: all of the transaction, as traced, in order of `logIndexes`.
   */
  readonly tracedLogs?: readonly RpcLog[];
  /** On the root, where there are such calls and something failed. */
  readonly precompileCalls?: readonly PrecompileCall[];
}

/** Input of verification: the node's JSON, with traces in normal form. */
export interface SourcedBlock {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
  /** Absent when the node could not give them all; the verified block then has only their number. */
  readonly ommers?: readonly RpcHeader[];
  readonly frames?: readonly (readonly SourcedFrame[])[];
  /** Whether the tracer lists every call, those to precompiles too. */
  readonly listsEveryCall?: boolean;
  readonly stateChanges?: readonly (readonly StateChange[])[];
  /** RLP of the block's access list; absent where the node does not give it. */
  readonly accessList?: RpcHex;
  /** Whether the node gives access lists but no longer has this block's. */
  readonly hasPrunedList?: boolean;
}
