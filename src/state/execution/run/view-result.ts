import type { Address } from '../../../domain/chain/hex.js';

/** A slot that a run read, with the value before the run. */
export interface SlotRead {
  readonly address: Address;
  readonly slot: bigint;
  readonly value: bigint;
}

/** `codeHash` is what EXTCODEHASH sees; it includes whether the account is empty. */
export type AccountField = 'balance' | 'nonce' | 'codeHash';

/** A field of an account that an opcode looked at; calls alone look at none. */
export interface AccountLook {
  readonly address: Address;
  readonly field: AccountField;
}

export type CallType = 'call' | 'callcode' | 'delegatecall' | 'staticcall' | 'create' | 'create2';

/** A call that a run made, whether or not it succeeded. */
export interface CallMade {
  readonly type: CallType;
  /** Depth of the frame that made it; 0 for the code that was called first. */
  readonly depth: number;
  /** Account in whose context the calling code runs. */
  readonly from: Address;
  /** Account whose code runs; for a creation the account that it makes. */
  readonly to: Address;
  /** Whether the input begins with the whole call data of the frame that made it. */
  readonly forwardsInput: boolean;
  /** How many of the slots that the run reads it had read before. */
  readonly readsBefore: number;
  /** `asks` of the run until then. */
  readonly asksBefore: number;
}

/**
 * Why a result is good for its block alone: an opcode that reads the block, GAS used otherwise than as the gas of a call,
 * or a slot of a contract that blocks write outside transactions.
 */
export type Volatile =
  | 'BASEFEE'
  | 'BLOBBASEFEE'
  | 'BLOCKHASH'
  | 'COINBASE'
  | 'GAS'
  | 'GASLIMIT'
  | 'NUMBER'
  | 'PREVRANDAO'
  | 'SLOTNUM'
  | 'TIMESTAMP'
  | 'SYSTEM_CONTRACT';

/** Why a run has no result. The bounds are counts, equal on every machine. */
export type UndecidedReason =
  | { readonly kind: 'missing'; readonly what: 'account' | 'code'; readonly address: Address }
  | { readonly kind: 'missing'; readonly what: 'slot'; readonly address: Address; readonly slot: bigint }
  | { readonly kind: 'missing'; readonly what: 'blockHash'; readonly number: number }
  | { readonly kind: 'missing'; readonly what: 'blockField'; readonly field: string }
  | { readonly kind: 'budget'; readonly what: 'gas' | 'frames' | 'steps' | 'memory' }
  | { readonly kind: 'precompile'; readonly address: Address }
  | { readonly kind: 'caller' }
  /** It passes calls on, and neither code, a slot nor a beacon alone decides where to. */
  | { readonly kind: 'target' }
  /** The caller stopped the run: it needed no more. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'fork'; readonly name: string };

/**
 * What a run read and did. Each item is there once, in the order in which it first occurred. Of an undecided
 * run, what it did until it ended.
 */
export interface RunFootprint {
  readonly reads: readonly SlotRead[];
  /** Accounts whose code was read, delegation targets included. */
  readonly codes: readonly Address[];
  readonly looked: readonly AccountLook[];
  readonly volatile: readonly Volatile[];
  /** Every call, in order. */
  readonly calls: readonly CallMade[];
  /**
   * How often it asked for what differs from call to call: its caller by CALLER or ORIGIN, or by what an access
   * to it costs; what is warm; the price of gas, which is zero; how much gas is left, other than to give it to a call.
   */
  readonly asks: number;
  /** Whether it asked for the price of gas. */
  readonly asksPrice: boolean;
  /** Whether a frame ran out of the gas that its caller asked for: what is warm may decide that. */
  readonly starves: boolean;
}

/** The result of a view call. It is good until something that it read changes, or the fork. */
export interface ViewResult extends RunFootprint {
  readonly outcome: 'returned' | 'reverted' | 'undecided';
  /** What was returned or reverted with; empty if undecided, and after an exceptional halt. */
  readonly output: Uint8Array;
  /**
   * Gas of the call itself, without what a transaction costs before it; 0 if undecided, and ten for each step
   * if it was stopped.
   */
  readonly gasUsed: number;
  /** Present if undecided. */
  readonly reason?: UndecidedReason;
  /** The work that counts for a shared budget; present where that bounds the run. */
  readonly work?: number;
}
