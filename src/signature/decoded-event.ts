import type { Hash } from '../domain/chain/hex.js';
/**
 * Integers as decimal text (negative ones with `-`), addresses and bytes as lower-case `0x` hex, text as text (bytes
 * that are no UTF-8 replaced by U+FFFD), arrays and tuples as arrays; of an indexed dynamic argument only its hash.
 */
export type DecodedValue = string | boolean | readonly DecodedValue[] | DynamicTopic;

export interface DynamicTopic {
  readonly hash: Hash;
  readonly dynamic: true;
}

export interface DecodedArg {
  /** Empty when the parameter has no name, or none is known. */
  readonly name: string;
  /** Canonical ABI type; a tuple is written out, as `(address,uint256)[]`. */
  readonly type: string;
  readonly value: DecodedValue;
  readonly indexed: boolean;
}

export interface DecodedEvent {
  readonly name: string;
  /** In order of declaration. */
  readonly args: readonly DecodedArg[];
  /** Known events that the log fits. */
  readonly candidateCount: number;
}

/**
 * - `verified`: one event that an ABI declares fits.
 * - `partial`: of one bare signature, in the only way its parameters can be indexed; names are empty.
 * - `inferred`: of one bare signature, whose first parameters are taken to be the indexed ones; names are empty.
 * - `ambiguous`: several events fit; the most used one is given.
 * - `failed`: known, but nothing known fits topics and data.
 * - `abi_missing`: nothing is known, or the log has no topics.
 */
export type EventDecoding =
  | { readonly decodeStatus: 'abi_missing' | 'failed' }
  | {
      readonly decodeStatus: 'verified' | 'partial' | 'inferred' | 'ambiguous';
      readonly decoded: DecodedEvent;
    };
