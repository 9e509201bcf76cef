import type { Address } from '../../domain/chain/hex.js';

/** What an account is besides its code and storage. */
export interface AccountState {
  /** Wei. */
  readonly balance: bigint;
  readonly nonce: bigint;
  /** 32 bytes; the hash of no bytes where there is no code. */
  readonly codeHash: Uint8Array;
}

/** The answer of a source that does not know; a run that needs it is undecided. */
export const UNKNOWN = 'unknown';
export type Unknown = typeof UNKNOWN;

/**
 * The state at the end of one block. Answers are immediate: a run that lacks something says what, the caller loads it and
 * runs again. Equal questions have equal answers for as long as a run lasts.
 */
export interface StateSource {
  /** Undefined where the state has no such account. */
  account(address: Address): AccountState | undefined | Unknown;
  /** Empty where there is none. The bytes are never changed; the same array for the same code saves its analysis. */
  code(address: Address): Uint8Array | Unknown;
  /** A 256-bit word by its 256-bit key; zero where it is empty. */
  slot(address: Address, slot: bigint): bigint | Unknown;
}
