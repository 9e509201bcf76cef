import type { SourceId } from '../../definition/catalog/definition.js';
import type { ReadSource } from '../../definition/catalog/fact-source.js';

/** Lower-case `0x` hex of 20 bytes. */
export type Hex = string;

/** What a register says: a text (words and bytes as `0x` hex, numbers in decimal), or a record of such. */
export type FactValue = string | { readonly [field: string]: string };

/** A stretch of blocks during which a register had one value with one witness. */
export interface FactInterval {
  /** `''` unless the register is keyed. */
  readonly key: string;
  readonly value: FactValue;
  readonly start: number;
  /** Last block; absent while it stands at the end of the range. */
  readonly end?: number;
  /** Evidence refs of the witness. */
  readonly evidence: readonly string[];
  /** Transaction of the witness in block `start`, as the text `tx:…`; absent for what no transaction did, and for openings. */
  readonly tx?: string;
}

/** What is held of a register at a block: `unknown` while its opening or answer is not known. */
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

/** Not in the binding at the block. */
export interface NoMembership {
  /** Version since which that is so: the one that removed it, or the binding's first. */
  readonly version: string;
  /** Block from which it no longer was a member; absent if it never was before. */
  readonly from?: number;
}

/**
 * Everything that can be asked of one moment: the state at the end of `block`, within one range. Addresses are lower-case hex.
 * All answers are of the moment; what was before is asked with `last…`.
 */
export interface StateView {
  readonly block: number;
  /** First block of the range: no start lies below it. */
  readonly rangeStart: number;
  /** What is held of a key; without one, of the key `''` of a register that has no other. */
  fact(address: Hex, source: SourceId, key?: string): CurrentFact;
  /** What is held of each key, ascending by key; `unknown` when the register's opening is not known. */
  factsByKey(address: Hex, source: SourceId): readonly FactInterval[] | 'unknown';
  /** Last block of the latest holding that ended before this block; with a keyed register and no key, of any. */
  lastFactEnd(address: Hex, source: SourceId, key?: string): number | undefined;
  /** A recorded answer as bytes in hex, and the block it was asked at; `undefined` for a revert or an empty answer. */
  answer(address: Hex, callData: string, firstAskedAt: number, read: ReadSource): CallResult | 'unknown';
  claim(id: string, address: Hex): CurrentClaim | undefined | 'unknown';
  /** Last block of the latest interval of the claim that ended before this block. */
  lastClaim(id: string, address: Hex): number | undefined;
  membership(
    binding: string,
    key: string,
  ): { readonly member: CurrentMembership } | { readonly none: NoMembership };
  /** The entries of a binding in force, for `imitates`. */
  entries(binding: string): Iterable<readonly [key: string, CurrentMembership]>;
  /** Hash of a block of the range, `0x` hex. */
  blockHash(number: number): string;
}

export interface CallResult {
  /** Block at whose end it was asked. */
  readonly block: number;
  /** `0x` hex; absent when the call reverted. */
  readonly output?: string;
  readonly evidence: string;
}
