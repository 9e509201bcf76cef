import type { AccountProof, AccountRead } from '../node/execution/account-proofs.js';

/** Gives account proofs, or undefined where none is to be had. */
export interface AccountProofSource {
  of(read: AccountRead): Promise<AccountProof | undefined>;
}
