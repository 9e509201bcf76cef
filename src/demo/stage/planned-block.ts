import type { Address, Hex } from 'viem';
import type { Actor } from './actor.js';

/** An EIP-7702 authorization that its authority will sign. */
export interface PlannedAuthorization {
  readonly authority: Actor;
  readonly delegate: Address;
  readonly nonce: number;
  /** 0 is valid on every chain. The id of another chain makes the authorization void. */
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
  /** Expected status of the receipt. `BlockWriter` refuses another one. */
  readonly succeeds: boolean;
  /** Label in the manifest. */
  readonly label?: string;
}

/** A keyless deployment. Its signature is part of it, and no key is known. */
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
