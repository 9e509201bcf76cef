import type { Hash } from '../domain/chain/hex.js';
/**
 * Integers are decimal text (negative ones with `-`), addresses and bytes lower-case `0x` hex, strings text
 * (bytes that are not UTF-8 replaced by U+FFFD), arrays and tuples arrays. An indexed dynamic argument is its
 * hash alone.
 */
export type DecodedValue = string | boolean | readonly DecodedValue[] | DynamicTopic;

export interface DynamicTopic {
  readonly hash: Hash;
  readonly dynamic: true;
}

export interface DecodedArg {
  /** Name of the parameter; empty when it has none, or its name is not known. */
  readonly name: string;
  /** Canonical ABI type. Tuples have the form `(address,uint256)[]`. */
  readonly type: string;
  readonly value: DecodedValue;
  readonly indexed: boolean;
}

export interface DecodedEvent {
  readonly name: string;
  /** In order of declaration. */
  readonly args: readonly DecodedArg[];
  /** Number of known events that the log fits. */
  readonly candidateCount: number;
}

/**
 * - `verified`: the log fits one event, which an ABI declares.
 * - `partial`: the log fits one bare signature, with only one choice of indexed parameters; names are empty.
 * - `inferred`: the log fits one bare signature, with several choices of indexed parameters. The first choice
 * is taken; names are empty.
 * - `ambiguous`: the log fits several events; the most used is given.
 * - `failed`: events are known, and the log fits none.
 * - `abi_missing`: no event is known, or the log has no topics.
 */
export type EventDecoding =
  | { readonly decodeStatus: 'abi_missing' | 'failed' }
  | {
      readonly decodeStatus: 'verified' | 'partial' | 'inferred' | 'ambiguous';
      readonly decoded: DecodedEvent;
    };
