/**
 * The chain records as they are once verified: plain bytes and numbers, no JSON-RPC shapes.
 * Everything downstream of verification (event store, projectors, evaluator) reads these and nothing else.
 *
 * Bytes are `Buffer` views and must be treated as read-only: they may share one backing store.
 * Gas, counts, indices and times are safe integers; wei amounts are `bigint`.
 */

/** Execution header. A field is absent exactly when the block precedes the fork that brought it. */
export interface Header {
  readonly parentHash: Buffer;
  readonly ommersHash: Buffer;
  readonly beneficiary: Buffer;
  readonly stateRoot: Buffer;
  readonly transactionsRoot: Buffer;
  readonly receiptsRoot: Buffer;
  readonly logsBloom: Buffer;
  readonly difficulty: bigint;
  readonly number: number;
  readonly gasLimit: number;
  readonly gasUsed: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly extraData: Buffer;
  readonly mixHash: Buffer;
  readonly nonce: Buffer;
  /** Wei; since London. */
  readonly baseFeePerGas?: bigint;
  /** Since Shanghai. */
  readonly withdrawalsRoot?: Buffer;
  /** Since Cancun. */
  readonly blobGasUsed?: number;
  /** Since Cancun. */
  readonly excessBlobGas?: number;
  /** Since Cancun. */
  readonly parentBeaconBlockRoot?: Buffer;
  /** Since Prague. */
  readonly requestsHash?: Buffer;
  /** Hash of the block's access list (EIP-7928); since Amsterdam. */
  readonly blockAccessListHash?: Buffer;
  /** Slot of the consensus layer (EIP-7843); since Amsterdam. */
  readonly slotNumber?: number;
}

export interface AccessListEntry {
  readonly address: Buffer;
  readonly storageKeys: readonly Buffer[];
}

/** One EIP-7702 authorization. `authority` is the recovered signer; absent when no signer can be recovered. */
export interface Authorization {
  readonly chainId: bigint;
  readonly address: Buffer;
  readonly nonce: bigint;
  readonly authority?: Buffer;
}

export type TransactionType = 0 | 1 | 2 | 3 | 4;

/** One signed transaction; `from` and `hash` are recomputed from `raw`, never taken from the node. */
export interface Transaction {
  readonly type: TransactionType;
  readonly hash: Buffer;
  readonly from: Buffer;
  /** EIP-2718 bytes as in the transactions trie (blob transactions without their sidecar). */
  readonly raw: Buffer;
  readonly nonce: number;
  /** Absent on contract creation. */
  readonly to?: Buffer;
  readonly value: bigint;
  readonly gasLimit: number;
  readonly input: Buffer;
  /** Types 0 and 1. */
  readonly gasPrice?: bigint;
  /** Types 2 to 4. */
  readonly maxFeePerGas?: bigint;
  /** Types 2 to 4. */
  readonly maxPriorityFeePerGas?: bigint;
  /** Types 1 to 4. */
  readonly accessList?: readonly AccessListEntry[];
  /** Type 3. */
  readonly maxFeePerBlobGas?: bigint;
  /** Type 3. */
  readonly blobVersionedHashes?: readonly Buffer[];
  /** Type 4. */
  readonly authorizationList?: readonly Authorization[];
}

export interface Log {
  readonly address: Buffer;
  /** 0 to 4 words. */
  readonly topics: readonly Buffer[];
  readonly data: Buffer;
}

/** One receipt. `gasUsed`, `effectiveGasPrice` and `contractAddress` are recomputed, never taken from the node. */
export interface Receipt {
  /** EIP-2718 bytes as in the receipts trie. */
  readonly raw: Buffer;
  /** Since Byzantium by the receipt; before it by call traces, and absent without them. */
  readonly status?: 0 | 1;
  readonly cumulativeGasUsed: number;
  readonly gasUsed: number;
  /** Wei actually paid per gas. */
  readonly effectiveGasPrice: bigint;
  /** Address a creation transaction deploys to: keccak(rlp(from, nonce)). Present whether or not it succeeded. */
  readonly contractAddress?: Buffer;
  readonly logs: readonly Log[];
}

export interface Withdrawal {
  readonly index: number;
  readonly validatorIndex: number;
  readonly address: Buffer;
  readonly amountGwei: bigint;
}

export const FRAME_TYPES = [
  'CALL',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
  'CREATE',
  'CREATE2',
  'SELFDESTRUCT',
] as const;
export type FrameType = (typeof FRAME_TYPES)[number];

/**
 * One call frame in the normal form both tracer families are brought to.
 *
 * Frames of a transaction are listed in pre-order. `path` has two bytes per level, big-endian: `0000` for the root, then
 * the zero-based index among its siblings; `ffff` counts on in the next two. Calls without value to a precompile are not
 * frames (one tracer family lists them and the other does not) and take no sibling index.
 */
export interface Frame {
  readonly path: Buffer;
  readonly type: FrameType;
  readonly from: Buffer;
  /** Callee, created address, or beneficiary of a SELFDESTRUCT; absent for a creation that failed before it had one. */
  readonly to?: Buffer;
  /** Wei; 0 for DELEGATECALL and STATICCALL. */
  readonly value: bigint;
  readonly gas: number;
  readonly gasUsed: number;
  readonly input: Buffer;
  /** Revert data of a failed frame, or deployed code of a creation; empty for other frames once verified. */
  readonly output: Buffer;
  /** The tracer's error text; present exactly when the frame itself failed. */
  readonly error?: string;
  /** Indices into the receipt's logs of the logs this frame itself emitted; absent when the tracer gives no logs, or no order. */
  readonly logIndexes?: readonly number[];
}

/** A call without value to a precompile: not a frame, but counted among the calls of its caller. */
export interface PrecompileCall {
  /** Index of the frame that made the call. */
  readonly caller: number;
  /** Zero-based index among all calls that the frame made, in order. */
  readonly position: number;
  /** Present exactly when it failed. */
  readonly failure?: Pick<Frame, 'type' | 'gas' | 'gasUsed' | 'output'> & {
    readonly to: Buffer;
    readonly error: string;
  };
}

export interface SlotChange {
  readonly slot: Buffer;
  /** 32 bytes, zero for a slot never written; absent where only an access list shows the change. */
  readonly before?: Buffer;
  readonly after: Buffer;
}

/**
 * Changes of one account by one transaction: a field is present exactly when the tracer or the access list
 * reports a change. A value before is absent where only an access list shows the change and nothing else
 * implies the value.
 */
export interface StateChange {
  readonly address: Buffer;
  readonly balance?: { readonly before?: bigint; readonly after: bigint };
  readonly nonce?: { readonly before?: number; readonly after: number };
  /**
   * The code after, empty when it is removed. For an account that authorized a delegation it is recomputed
   * from its last valid authorization: no tracer reports that fully.
   */
  readonly code?: Buffer;
  readonly storage: readonly SlotChange[];
}

/** State that a block changes outside its transactions. */
export interface ProtocolChanges {
  /** Before the transactions. */
  readonly beforeTransactions: readonly StateChange[];
  /** After them. */
  readonly afterTransactions: readonly StateChange[];
}

/**
 * A block that verification accepted. How far to trust its fields:
 *
 * - bound: the header by its hash; transactions, receipts (pre-state roots and statuses among them), logs and withdrawals by the header's
 *   roots, ommers by `ommersHash`. Only the parent shows that the hash is on the chain.
 * - recomputed: transaction hashes, senders and authorities, gas used and price paid, created addresses, blooms, blob gas.
 * - fitted: a frame tree's root agrees with its transaction and receipt, and each log, where the tracer gives them, belongs to a frame that
 *   runs as its emitter; since Amsterdam the ether that frames move equals the protocol's logs; a state diff raises its sender's nonce. Which
 *   frames lie below the root, what they carry, every other state change, and a receipt's status before Byzantium (the root frame's outcome)
 *   are attested by the node.
 * - bound too where there is an access list: every value that a transaction or the protocol leaves; the values before it are not.
 * - attested by the node alone: the number of ommers while their headers are absent.
 * - bound by the state root, or stated by the operator where the header seals none: the allocation.
 */
export interface VerifiedBlock {
  readonly hash: Buffer;
  readonly header: Header;
  readonly transactions: readonly Transaction[];
  /** Same order and length as `transactions`. */
  readonly receipts: readonly Receipt[];
  /** Number of ommers; attested by the node alone while `ommers` is absent. */
  readonly ommerCount: number;
  /** Ommer headers, bound by `ommersHash`; absent when the node could not give them. */
  readonly ommers?: readonly Header[];
  /** Since Shanghai. */
  readonly withdrawals?: readonly Withdrawal[];
  /** Per transaction, pre-order; absent when there are transactions and the node gives no traces. */
  readonly frames?: readonly (readonly Frame[])[];
  /**
   * Per transaction, by caller and position; empty where nothing failed, because only places of failures
   * depend on these calls. Absent when there are transactions and the tracer does not list every call.
   */
  readonly precompileCalls?: readonly (readonly PrecompileCall[])[];
  /** Per transaction; absent when there are transactions and the node gives neither state diff nor access list, and for a genesis block whose allocation is not known. */
  readonly stateChanges?: readonly (readonly StateChange[])[];
  /** For a genesis block: the initial accounts, each as a change from nothing, ascending by address. */
  readonly allocation?: readonly StateChange[];
  /** RLP of the access list (EIP-7928), bound by the header; absent where the node does not give it. */
  readonly accessList?: Buffer;
  /** What the access list shows of the protocol's own changes; present exactly where the list is. */
  readonly protocolChanges?: ProtocolChanges;
  /** Set where the state changes come from the access list, because no tracer gave any. */
  readonly isListed?: true;
}
