import type { Address, Hex } from 'viem';
import type { Actor } from './actor.js';

/** An EIP-7702 authorization to be signed by its authority. */
export interface PlannedAuthorization {
  readonly authority: Actor;
  readonly delegate: Address;
  readonly nonce: number;
  /** 0 is valid on any chain; another chain's id makes the authorization void. */
  readonly chainId: number;
}

export interface PlannedTransaction {
  readonly sender: Actor;
  readonly nonce: number;
  /** Absent for a creation. */
  readonly to?: Address;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
  readonly form: 'legacy' | 'eip2930' | 'eip1559' | 'eip7702';
  readonly accessList?: readonly { readonly address: Address; readonly storageKeys: readonly Hex[] }[];
  readonly authorizations?: readonly PlannedAuthorization[];
  /** The expected receipt; the tests compare the chain with it. */
  readonly succeeds: boolean;
  /** Name in the manifest. */
  readonly label?: string;
}

/** A keyless deployment: signed long ago without a known key, sent as it is. */
export interface PresignedTransaction {
  readonly raw: Hex;
  readonly succeeds: boolean;
  readonly label?: string;
}

/** The content of one block, in order, before anything is signed. */
export interface PlannedBlock {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly beneficiary: Address;
  readonly transactions: readonly (PlannedTransaction | PresignedTransaction)[];
}
