import type { Address } from '../../domain/chain/hex.js';
/** The key of a claim: a definition by its number; addresses in lower-case hex, `0x` as the object of attributes. */
export interface ClaimKey {
  readonly subject: Address;
  readonly definition: number;
  readonly object: string;
}

/** A key with the hash of the subject, which orders a walk over all claims. */
export interface WalkedKey extends ClaimKey {
  readonly hash: number;
}
