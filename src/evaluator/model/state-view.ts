import type { ReadSource } from '../../definition/model/fact-source.js';
import type { SourceId } from '../../definition/model/predicate.js';
import type { Address, Hex } from '../../domain/chain/hex.js';

/** The value of a fact: a text (words and bytes as `0x` hex, numbers in decimal), or a record of such. */
export type FactValue = string | { readonly [field: string]: string };

/** Whether a value stands for one that is not known. */
export function isUndecided(value: FactValue): boolean {
  return typeof value === 'object' && 'undecided' in value;
}

/** The blocks during which a fact source had one value with one witness. */
export interface FactInterval {
  /** `''` unless the source is keyed. */
  readonly key: string;
  readonly value: FactValue;
  readonly start: number;
  /** Last block; absent while the value holds at the end of the range. */
  readonly end?: number;
  /** Evidence refs of the witness. */
  readonly evidence: readonly string[];
  /** Transaction of the witness in block `start`, as the text `tx:…`; absent for values that no transaction set, and for initial states. */
  readonly tx?: string;
}

/** The fact of a source at a block, if any: `unknown` while its initial state or call result is not known. */
export type CurrentFact = FactInterval | undefined | 'unknown';

/** The proof that carries a claim at a block. */
export interface CurrentClaim {
  /** `sha256:…` */
  readonly proofHash: string;
  readonly referenceBlock: number;
  /** First block of the claim interval. */
  readonly intervalStart: number;
  readonly value?: string;
}

export interface CurrentMembership {
  readonly version: string;
  /** First block of the membership. */
  readonly from: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** The key is not in the binding at the block. */
export interface NoMembership {
  /** Version since which the key is absent: the one that removed it, or the binding's first. */
  readonly version: string;
  /** Block from which the key was no longer a member; absent if it never was one. */
  readonly from?: number;
}

/**
 * The state at the end of `block`, within one range. Addresses are lower-case hex. Methods named `last…` look
 * at earlier blocks.
 */
export interface StateView {
  readonly block: number;
  /** First block of the range: no start lies below it. */
  readonly rangeStart: number;
  /** The fact of a key, for a view call its data; without one, of a source without keys. */
  fact(address: Address, source: SourceId, key?: string): CurrentFact;
  /** Of several addresses those to read, where a view has facts of some alone and says that others are absent. */
  withFacts?(addresses: readonly Address[], source: SourceId): readonly Address[];
  /** Why the result of a view call is `unknown`, in words, if the reason is known. */
  whyUnknown?(address: Address, source: SourceId, key?: string): string | undefined;
  /**
   * The fact of each key, ascending by key; `unknown` when the source's initial state is not known. For a
   * view call, given its data, one fact per element of its result.
   */
  factsByKey(address: Address, source: SourceId, call?: Hex): readonly FactInterval[] | 'unknown';
  /**
   * Whether the contract at the address existed before the range, or may have: its facts then are not known.
   */
  isOlder(address: Address): boolean;
  /** Last block of the latest interval that ended before this block; for a keyed source without a key, of any key. */
  lastFactEnd(address: Address, source: SourceId, key?: string): number | undefined;
  /** The recorded result of a call that was first made at `firstAskedAt`; `unknown` until there is one. */
  answer(address: Address, callData: Hex, firstAskedAt: number, read: ReadSource): CallResult | 'unknown';
  claim(id: string, address: Address): CurrentClaim | undefined | 'unknown';
  /** Last block of the latest interval of the claim that ended before this block. */
  lastClaim(id: string, address: Address): number | undefined;
  membership(
    binding: string,
    key: string,
  ): { readonly member: CurrentMembership } | { readonly none: NoMembership };
  /** The entries of a binding in force, for `imitates`. */
  entries(binding: string): Iterable<readonly [key: string, CurrentMembership]>;
  /** Hash of a block of the range, `0x` hex. */
  blockHash(number: number): string;
  /**
   * The result of a part of an evaluation, which depends on what it reads from the view and on `of` and `key`
   * alone: of an earlier block, by identity of these two, if nothing that it read may have changed.
   */
  part?<Result>(of: object, key: unknown, evaluate: () => Result): Result;
}

export interface CallResult {
  /** Block at whose end it was asked. */
  readonly block: number;
  /** `0x` hex; absent when the call reverted. */
  readonly output?: Hex;
  readonly evidence: string;
}
