import type { Address } from '../../domain/chain/hex.js';
/** The key of a claim: a definition by its number; addresses in lower-case hex, `0x` as the object of attributes. */
export interface ClaimKey {
  readonly subject: Address;
  readonly definition: number;
  readonly object: string;
}

/** With the hash of the subject, by which a walk over all claims goes. */
export interface WalkedKey extends ClaimKey {
  readonly hash: number;
}
